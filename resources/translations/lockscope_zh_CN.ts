<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Axis</name>
    <message>
        <source>%1 d</source>
        <comment>days, at an axis</comment>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h</source>
        <comment>hours, at an axis</comment>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <comment>minutes, at an axis</comment>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds, at an axis</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>now</source>
        <comment>at the end of a time axis</comment>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>LockFilter</name>
    <message>
        <source>A quotation mark is open.</source>
        <translation>引号没有闭合。</translation>
    </message>
    <message>
        <source>“%1:” needs a value.</source>
        <translation>“%1:” 后面需要一个值。</translation>
    </message>
    <message>
        <source>There is no type “%1”. Types are: %2.</source>
        <translation>没有类型“%1”。可用的类型：%2。</translation>
    </message>
    <message>
        <source>There is no mode “%1”. Modes are: %2.</source>
        <translation>没有模式“%1”。可用的模式：%2。</translation>
    </message>
    <message>
        <source>There is no state “%1”. States are: %2.</source>
        <translation>没有状态“%1”。可用的状态：%2。</translation>
    </message>
    <message>
        <source>“%1” needs a number, as in %1&gt;3.</source>
        <translation>“%1” 需要一个数字，例如 %1&gt;3。</translation>
    </message>
    <message>
        <source>“%1” needs a duration, as in %1&lt;5s; units are ms, s, m and h.</source>
        <translation>“%1” 需要一段时长，例如 %1&lt;5s；单位为 ms、s、m 和 h。</translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message>
        <source>Start a private server with demonstration traffic.</source>
        <translation>启动带有演示流量的私有服务器。</translation>
    </message>
    <message>
        <source>Actions cannot be unlocked in this session.</source>
        <translation>本次会话不能解锁操作。</translation>
    </message>
    <message>
        <source>Write a picture of the window to &lt;file&gt; and quit.</source>
        <translation>将窗口截图写入 &lt;file&gt; 后退出。</translation>
    </message>
    <message>
        <source>Take the picture after &lt;seconds&gt;.</source>
        <translation>在 &lt;seconds&gt; 秒后截图。</translation>
    </message>
    <message>
        <source>Language of the window: en or zh_CN.</source>
        <translation>窗口语言：en 或 zh_CN。</translation>
    </message>
    <message>
        <source>Colours of the window: light, dark or system.</source>
        <translation>窗口配色：light、dark 或 system。</translation>
    </message>
    <message>
        <source>Filter the table.</source>
        <translation>筛选锁表。</translation>
    </message>
    <message>
        <source>Select the lock of this name.</source>
        <translation>选中该名称的锁。</translation>
    </message>
    <message>
        <source>See, watch and free Redisson locks on Redis.</source>
        <translation>查看、监视并释放 Redis 上的 Redisson 锁。</translation>
    </message>
    <message>
        <source>Server to connect to: redis://user@host:6379/0. Without it that of LOCKSCOPE_REDIS. The password is better in LOCKSCOPE_PASSWORD or in a file: arguments can be read by every user of the machine.</source>
        <translation>要连接的服务器：redis://user@host:6379/0。未给出时使用 LOCKSCOPE_REDIS 中的服务器。密码最好放在 LOCKSCOPE_PASSWORD 或文件中：本机的每个用户都能看到命令行参数。</translation>
    </message>
    <message>
        <source>Take the password from the first line of &lt;file&gt;.</source>
        <translation>从 &lt;file&gt; 的第一行读取密码。</translation>
    </message>
    <message>
        <source>Every user of this machine can read the password in the arguments; --help names better places.</source>
        <translation>本机的每个用户都能看到参数中的密码；--help 列出了更好的位置。</translation>
    </message>
    <message>
        <source>--after needs a number of seconds.</source>
        <translation>--after 需要一个秒数。</translation>
    </message>
    <message>
        <source>There is no language “%1”; there are en and zh_CN.</source>
        <translation>没有语言“%1”；可用：en 和 zh_CN。</translation>
    </message>
    <message>
        <source>There is no theme “%1”; there are light, dark and system.</source>
        <translation>没有主题“%1”；可用：light、dark 和 system。</translation>
    </message>
    <message>
        <source>Give one server, or --sandbox.</source>
        <translation>请只给出一个服务器，或使用 --sandbox。</translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message>
        <source>%1, or fair, fenced or spin: they look the same in Redis now</source>
        <translation>%1，也可能是公平锁、防护锁或自旋锁：此刻它们在 Redis 中看起来一样</translation>
    </message>
    <message>
        <source>%1, probably: Redis does not tell for certain</source>
        <translation>可能是%1：Redis 无法确定</translation>
    </message>
    <message>
        <source>%1, held for reading</source>
        <comment>type of a lock</comment>
        <translation>%1，以读方式持有</translation>
    </message>
    <message>
        <source>%1, held for writing</source>
        <comment>type of a lock</comment>
        <translation>%1，以写方式持有</translation>
    </message>
    <message>
        <source>never expires</source>
        <comment>lease of a lock</comment>
        <translation>永不到期</translation>
    </message>
    <message>
        <source>%1 of %2, not renewed yet</source>
        <comment>lease of a lock</comment>
        <translation>剩余 %1，共 %2，尚未续期</translation>
    </message>
    <message>
        <source>%1 of %2, renewed %3 ago</source>
        <comment>lease of a lock</comment>
        <translation>剩余 %1，共 %2，%3前续期</translation>
    </message>
    <message>
        <source>at least %1</source>
        <comment>how long a lock has been held</comment>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>unknown: this user may not ask for subscribers</source>
        <translation>未知：当前用户无权查询订阅者</translation>
    </message>
    <message>
        <source>nobody</source>
        <comment>who waits for a lock</comment>
        <translation>无人</translation>
    </message>
    <message numerus="yes">
        <source>%Ln in the queue</source>
        <comment>waiters</comment>
        <translation>
            <numerusform>队列中 %Ln 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es)</source>
        <comment>waiting for a lock</comment>
        <translation>
            <numerusform>%Ln 个客户端进程</numerusform>
        </translation>
    </message>
    <message>
        <source>Its lease ran out %1 ago; nobody released it.</source>
        <translation>租约在 %1前到期；没有人释放它。</translation>
    </message>
    <message>
        <source>An operator ended it %1 ago.</source>
        <translation>%1前被操作员强制结束。</translation>
    </message>
    <message>
        <source>Gone since %1, before its lease ended and without an unlock message.</source>
        <translation>%1前消失：租约尚未到期，也没有解锁消息。</translation>
    </message>
    <message>
        <source>Released %1 ago.</source>
        <translation>%1前释放。</translation>
    </message>
    <message>
        <source>Nobody holds this lock.</source>
        <translation>没有人持有此锁。</translation>
    </message>
    <message>
        <source>The first %1 of %2 holders.</source>
        <translation>共 %2 个持有者，显示前 %1 个。</translation>
    </message>
    <message>
        <source>The first %1 of %2 waiters.</source>
        <translation>共 %2 个等待者，显示前 %1 个。</translation>
    </message>
    <message>
        <source>Nobody is in the queue.</source>
        <translation>队列为空。</translation>
    </message>
    <message>
        <source>Only fair locks keep a queue in Redis.</source>
        <translation>只有公平锁会在 Redis 中保存队列。</translation>
    </message>
    <message>
        <source>No client listens for the release of this one.</source>
        <translation>没有客户端在等待此锁释放。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es) listen for the release of this one; any of them may be next.</source>
        <translation>
            <numerusform>%Ln 个客户端进程在等待此锁释放；下一个可能是其中任何一个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 m %2 s</source>
        <comment>minutes and seconds</comment>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 m</source>
        <comment>hours and minutes</comment>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <comment>days and hours</comment>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>never</source>
        <comment>a lock that never expires</comment>
        <translation>永不</translation>
    </message>
    <message>
        <source>free</source>
        <comment>state of a lock</comment>
        <translation>空闲</translation>
    </message>
    <message>
        <source>held</source>
        <comment>state of a lock</comment>
        <translation>持有</translation>
    </message>
    <message>
        <source>contended</source>
        <comment>state of a lock</comment>
        <translation>争用</translation>
    </message>
    <message>
        <source>expiring</source>
        <comment>state of a lock</comment>
        <translation>即将到期</translation>
    </message>
    <message>
        <source>stuck</source>
        <comment>state of a lock</comment>
        <translation>卡住</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>state of a lock</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>reentrant</source>
        <comment>type of a lock</comment>
        <translation>可重入</translation>
    </message>
    <message>
        <source>fair</source>
        <comment>type of a lock</comment>
        <translation>公平</translation>
    </message>
    <message>
        <source>read-write</source>
        <comment>type of a lock</comment>
        <translation>读写</translation>
    </message>
    <message>
        <source>fenced</source>
        <comment>type of a lock</comment>
        <translation>防护</translation>
    </message>
    <message>
        <source>spin</source>
        <comment>type of a lock</comment>
        <translation>自旋</translation>
    </message>
    <message>
        <source>multi</source>
        <comment>type of a lock</comment>
        <translation>联锁</translation>
    </message>
    <message>
        <source>transaction</source>
        <comment>type of a lock</comment>
        <translation>事务</translation>
    </message>
    <message>
        <source>semaphore</source>
        <comment>type of a lock</comment>
        <translation>信号量</translation>
    </message>
    <message>
        <source>latch</source>
        <comment>type of a lock</comment>
        <translation>闭锁</translation>
    </message>
    <message>
        <source>read</source>
        <comment>mode of a read-write lock</comment>
        <translation>读</translation>
    </message>
    <message>
        <source>write</source>
        <comment>mode of a read-write lock</comment>
        <translation>写</translation>
    </message>
    <message>
        <source>acquired</source>
        <comment>event</comment>
        <translation>获取</translation>
    </message>
    <message>
        <source>re-entered</source>
        <comment>event</comment>
        <translation>重入</translation>
    </message>
    <message>
        <source>renewed</source>
        <comment>event</comment>
        <translation>续期</translation>
    </message>
    <message>
        <source>left once</source>
        <comment>event: one of several entries was released</comment>
        <translation>退出一层</translation>
    </message>
    <message>
        <source>released</source>
        <comment>event</comment>
        <translation>释放</translation>
    </message>
    <message>
        <source>expired</source>
        <comment>event</comment>
        <translation>到期</translation>
    </message>
    <message>
        <source>forced</source>
        <comment>event: ended by an operator</comment>
        <translation>强制结束</translation>
    </message>
    <message>
        <source>vanished</source>
        <comment>event: gone before its end without a message</comment>
        <translation>消失</translation>
    </message>
    <message>
        <source>waiter came</source>
        <comment>event</comment>
        <translation>开始等待</translation>
    </message>
    <message>
        <source>waiter left</source>
        <comment>event</comment>
        <translation>停止等待</translation>
    </message>
    <message>
        <source>resynchronised</source>
        <comment>event: the connection was away, events in between are not known</comment>
        <translation>重新同步</translation>
    </message>
    <message>
        <source>Held without expiry: if its holder dies, nothing frees it.</source>
        <translation>持有但没有到期时间：如果持有者崩溃，锁将永远不会释放。</translation>
    </message>
    <message>
        <source>A queue entry has no deadline; once it is first, it blocks the lock for ever.</source>
        <translation>队列中有一项没有截止时间；一旦排到队首，它将永远阻塞此锁。</translation>
    </message>
    <message>
        <source>A deadline belongs to nobody in the queue.</source>
        <translation>有一个截止时间不属于队列中的任何等待者。</translation>
    </message>
    <message>
        <source>The first waiter is gone: the others wait until its deadline has passed.</source>
        <translation>队首的等待者已不在：其他等待者要等到它的截止时间过去。</translation>
    </message>
    <message>
        <source>Nobody holds the lock, although clients are queued for it.</source>
        <translation>没有人持有此锁，但队列中仍有客户端在等待。</translation>
    </message>
    <message>
        <source>A reader&apos;s own deadlines are all gone, yet it still blocks writers.</source>
        <translation>某个读者自己的期限已全部过去，却仍在阻塞写者。</translation>
    </message>
    <message>
        <source>Fields of two lock types lie under one name.</source>
        <translation>同一个名称下存在两种锁类型的字段。</translation>
    </message>
    <message>
        <source>There are more holders or waiters than are shown.</source>
        <translation>持有者或等待者多于所显示的数量。</translation>
    </message>
    <message>
        <source>Read in pieces, because MULTI is not permitted: parts may be of different moments.</source>
        <translation>由于不允许使用 MULTI，只能分段读取：各部分可能来自不同时刻。</translation>
    </message>
    <message>
        <source>no news</source>
        <comment>source of live news</comment>
        <translation>无消息</translation>
    </message>
    <message>
        <source>live</source>
        <comment>source of live news: broadcast tracking</comment>
        <translation>实时</translation>
    </message>
    <message>
        <source>live (tracking)</source>
        <comment>source of live news</comment>
        <translation>实时（跟踪）</translation>
    </message>
    <message>
        <source>live (notifications)</source>
        <comment>source of live news</comment>
        <translation>实时（键空间通知）</translation>
    </message>
    <message>
        <source>polling</source>
        <comment>source of live news</comment>
        <translation>轮询</translation>
    </message>
    <message>
        <source>Nothing is heard from the server yet.</source>
        <translation>尚未收到服务器的任何消息。</translation>
    </message>
    <message>
        <source>Redis announces every change of every key, new locks too.</source>
        <translation>Redis 会通知每个键的每次变化，包括新的锁。</translation>
    </message>
    <message>
        <source>Redis announces every change of the locks known; new ones come from the scan and from their unlock channels.</source>
        <translation>Redis 会通知已知锁的每次变化；新的锁来自扫描和解锁频道。</translation>
    </message>
    <message>
        <source>Keyspace notifications, which the server has switched on.</source>
        <translation>使用服务器已开启的键空间通知。</translation>
    </message>
    <message>
        <source>The server permits no announcements: known locks are read again, what you look at first. Short holds may be missed.</source>
        <translation>服务器不允许推送通知：会反复读取已知的锁，优先读取正在查看的锁。短暂的持有可能会被漏掉。</translation>
    </message>
    <message>
        <source>finding locks</source>
        <translation>查找锁</translation>
    </message>
    <message>
        <source>reading locks</source>
        <translation>读取锁</translation>
    </message>
    <message>
        <source>reading a lock in one piece</source>
        <translation>一次性完整读取锁</translation>
    </message>
    <message>
        <source>live news</source>
        <translation>实时通知</translation>
    </message>
    <message>
        <source>telling a release from an expiry</source>
        <translation>区分释放与到期</translation>
    </message>
    <message>
        <source>counting waiting clients</source>
        <translation>统计等待的客户端</translation>
    </message>
    <message>
        <source>measuring the cost</source>
        <translation>测量开销</translation>
    </message>
    <message>
        <source>releasing and expiring locks</source>
        <translation>释放锁和使锁到期</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>已完成。</translation>
    </message>
    <message>
        <source>The lock had changed in the meantime. Nothing was done.</source>
        <translation>锁在此期间已经变化。未执行任何操作。</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <comment>by our own policy</comment>
        <translation>已拒绝：%1</translation>
    </message>
    <message>
        <source>Failed: %1 It may have happened all the same.</source>
        <translation>失败：%1 操作仍有可能已经生效。</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>force-release</source>
        <comment>action</comment>
        <translation>强制释放</translation>
    </message>
    <message>
        <source>force-expire</source>
        <comment>action</comment>
        <translation>强制到期</translation>
    </message>
    <message>
        <source>acquire</source>
        <comment>action</comment>
        <translation>获取</translation>
    </message>
    <message>
        <source>release</source>
        <comment>action</comment>
        <translation>释放</translation>
    </message>
    <message>
        <source>done</source>
        <comment>outcome of an action</comment>
        <translation>完成</translation>
    </message>
    <message>
        <source>changed, nothing done</source>
        <comment>outcome of an action</comment>
        <translation>已变化，未执行</translation>
    </message>
    <message>
        <source>refused</source>
        <comment>outcome of an action</comment>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>evict a waiter</source>
        <comment>action</comment>
        <translation>移除等待者</translation>
    </message>
    <message>
        <source>repair the queue</source>
        <comment>action</comment>
        <translation>修复队列</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AboutDialog</name>
    <message>
        <source>About Lockscope</source>
        <translation>关于 Lockscope</translation>
    </message>
    <message>
        <source>See, watch and free Redisson locks on Redis.

The desktop program is free software under the GNU General Public License, version 3 or later; the library and lockctl are under the Apache License 2.0. There is no warranty.</source>
        <translation>查看、监视并释放 Redis 上的 Redisson 锁。

桌面程序是自由软件，采用 GNU 通用公共许可证第 3 版或更高版本；核心库和 lockctl 采用 Apache 许可证 2.0。不提供任何担保。</translation>
    </message>
    <message>
        <source>Running with Qt %1.</source>
        <translation>运行于 Qt %1。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AdminModeDialog</name>
    <message>
        <source>This is a production server: ask for the lock&apos;s name each time</source>
        <translation>这是生产服务器：每次操作都要求输入锁的名称</translation>
    </message>
    <message>
        <source>Unlock actions</source>
        <translation>解锁操作</translation>
    </message>
    <message>
        <source>Allow actions on %1?</source>
        <translation>允许在 %1 上执行操作？</translation>
    </message>
    <message>
        <source>Stay read-only</source>
        <translation>保持只读</translation>
    </message>
    <message>
        <source>Unlock</source>
        <translation>解锁</translation>
    </message>
    <message>
        <source>You will be able to release and expire locks that others hold, and to change the queues of fair locks. Each action asks again, compares what you saw with what is there, and is written to the audit log. The session is read-only again when you disconnect, or after 15 minutes without an action.</source>
        <translation>您将可以释放他人持有的锁，或使其到期，并可以更改公平锁的队列。每次操作都会再次确认，将您看到的状态与实际状态比较，并写入审计日志。断开连接后，或 15 分钟内没有操作，会话将恢复为只读。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AuditModel</name>
    <message>
        <source>Time</source>
        <comment>column</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>Action</source>
        <comment>column of the audit log</comment>
        <translation>操作</translation>
    </message>
    <message>
        <source>Lock</source>
        <comment>column</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>Outcome</source>
        <comment>column of the audit log</comment>
        <translation>结果</translation>
    </message>
    <message>
        <source>Reason</source>
        <comment>column of the audit log</comment>
        <translation>原因</translation>
    </message>
    <message>
        <source>Before</source>
        <comment>column of the audit log: the holders as they were</comment>
        <translation>操作前</translation>
    </message>
    <message>
        <source>After</source>
        <comment>column of the audit log: the holders afterwards</comment>
        <translation>操作后</translation>
    </message>
    <message>
        <source>User</source>
        <comment>column of the audit log</comment>
        <translation>用户</translation>
    </message>
    <message>
        <source>Server</source>
        <comment>column of the audit log</comment>
        <translation>服务器</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AuditPanel</name>
    <message>
        <source>Audit log</source>
        <translation>审计日志</translation>
    </message>
    <message>
        <source>Nobody has acted on a lock yet. Every action is recorded here, refused ones too.</source>
        <translation>还没有人对锁执行过操作。每次操作都会记录在这里，包括被拒绝的操作。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectPage</name>
    <message>
        <source>Forget this server</source>
        <translation>忘记此服务器</translation>
    </message>
    <message>
        <source>Enter the address of a Redis server, for example redis://localhost.</source>
        <translation>请输入 Redis 服务器的地址，例如 redis://localhost。</translation>
    </message>
    <message>
        <source>Starting a private server…</source>
        <translation>正在启动私有服务器…</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>See, watch and free Redisson locks on Redis. Connecting changes nothing on the server: every session starts read-only.</source>
        <translation>查看、监视并释放 Redis 上的 Redisson 锁。连接不会改变服务器上的任何内容：每次会话都从只读开始。</translation>
    </message>
    <message>
        <source>Connect to a server</source>
        <translation>连接服务器</translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation>服务器地址</translation>
    </message>
    <message>
        <source>Password (not stored)</source>
        <translation>密码（不保存）</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Recent servers</source>
        <translation>最近的服务器</translation>
    </message>
    <message>
        <source>Or try it out</source>
        <translation>或者先试一试</translation>
    </message>
    <message>
        <source>A sandbox is a private Redis server of your own, with a dozen clients that contend for locks. It goes away when you disconnect, and touches nothing else.</source>
        <translation>沙盒是您自己的私有 Redis 服务器，其中有十几个客户端在争用锁。断开连接后它就会消失，不会影响任何其他内容。</translation>
    </message>
    <message>
        <source>Start a sandbox</source>
        <translation>启动沙盒</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectionBanner</name>
    <message>
        <source>The connection is lost; what you see is %1 old.</source>
        <translation>连接已断开；您看到的是 %1前的状态。</translation>
    </message>
    <message>
        <source>Next try in %1</source>
        <translation>%1后重试</translation>
    </message>
    <message>
        <source>Trying…</source>
        <translation>正在重试…</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DestructiveDialog</name>
    <message>
        <source>The connection was closed. Nothing more can be done here.</source>
        <translation>连接已关闭，无法继续操作。</translation>
    </message>
    <message>
        <source>The session is read-only again. Nothing was done.</source>
        <translation>会话已恢复为只读。未执行任何操作。</translation>
    </message>
    <message>
        <source>For the audit log</source>
        <translation>写入审计日志</translation>
    </message>
    <message>
        <source>Reason:</source>
        <translation>原因：</translation>
    </message>
    <message>
        <source>Type the name of the lock</source>
        <translation>请输入锁的名称</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>名称：</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>held by nobody</source>
        <translation>无人持有</translation>
    </message>
    <message>
        <source>%1 (entered %2 times)</source>
        <translation>%1（进入 %2 次）</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <comment>holders of a lock</comment>
        <translation>
            <numerusform>%1 以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>held by %1 for %2</source>
        <comment>%1 is who, %2 how long</comment>
        <translation>由 %1 持有了 %2</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>由 %1 持有</translation>
    </message>
    <message>
        <source>How many wait is not known.</source>
        <translation>等待者数量未知。</translation>
    </message>
    <message>
        <source>Nobody is known to wait.</source>
        <translation>没有已知的等待者。</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) wait.</source>
        <translation>
            <numerusform>有 %n 个客户端在等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Next is %2.</source>
        <comment>%1: the sentence how many wait</comment>
        <translation>%1下一个是 %2。</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>正在执行…</translation>
    </message>
    <message>
        <source>It is now held by %1.</source>
        <translation>现在由 %1 持有。</translation>
    </message>
    <message>
        <source>Nobody holds it any more.</source>
        <translation>现在已无人持有。</translation>
    </message>
    <message>
        <source>The lock has changed while you were looking. Nothing was done.</source>
        <translation>在您查看期间锁已经变化。未执行任何操作。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DetailPanel</name>
    <message>
        <source>No connection: this is what was seen last.</source>
        <translation>没有连接：这是最后看到的状态。</translation>
    </message>
    <message>
        <source>Paused: this is what was seen last.</source>
        <translation>已暂停：这是最后看到的状态。</translation>
    </message>
    <message>
        <source>Holders</source>
        <comment>tab</comment>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Queue</source>
        <comment>tab</comment>
        <translation>队列</translation>
    </message>
    <message>
        <source>Timeline</source>
        <comment>tab</comment>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Keys</source>
        <comment>tab</comment>
        <translation>键</translation>
    </message>
    <message>
        <source>Select a lock to see who holds it, who waits for it, and how its lease runs.</source>
        <translation>选中一把锁，查看谁持有它、谁在等待它，以及租约的变化。</translation>
    </message>
    <message>
        <source>Details of the lock</source>
        <translation>锁的详情</translation>
    </message>
    <message>
        <source>Holders of the lock</source>
        <translation>锁的持有者</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EventsModel</name>
    <message numerus="yes">
        <source>%n waiting</source>
        <comment>events</comment>
        <translation>
            <numerusform>%n 个等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <comment>column</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>Event</source>
        <comment>column</comment>
        <translation>事件</translation>
    </message>
    <message>
        <source>Lock</source>
        <comment>column</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>Holder or waiter</source>
        <comment>column</comment>
        <translation>持有者或等待者</translation>
    </message>
    <message>
        <source>Count</source>
        <comment>column: entries of the holder, or how many wait</comment>
        <translation>次数</translation>
    </message>
    <message>
        <source>Held for</source>
        <comment>column</comment>
        <translation>持有时长</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EventsPanel</name>
    <message>
        <source>Export events as CSV</source>
        <translation>将事件导出为 CSV</translation>
    </message>
    <message>
        <source>Export events as JSON</source>
        <translation>将事件导出为 JSON</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s) exported</source>
        <translation>
            <numerusform>已导出 %Ln 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>未导出：%1</translation>
    </message>
    <message numerus="yes">
        <source>Latest (%Ln new)</source>
        <translation>
            <numerusform>最新（%Ln 个新事件）</numerusform>
        </translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>最新</translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln event(s)</source>
        <translation>
            <numerusform>%Ln 个事件中的 %1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing has happened yet. Acquisitions, renewals, releases and waiters appear here.</source>
        <translation>还没有任何事件。获取、续期、释放和等待都会显示在这里。</translation>
    </message>
    <message>
        <source>No event fits the filter.</source>
        <translation>没有符合筛选条件的事件。</translation>
    </message>
    <message>
        <source>Filter events</source>
        <translation>筛选事件</translation>
    </message>
    <message>
        <source>Only this lock</source>
        <translation>仅此锁</translation>
    </message>
    <message>
        <source>Show the events of the selected lock only</source>
        <translation>仅显示所选锁的事件</translation>
    </message>
    <message>
        <source>Go to the newest event and follow the news</source>
        <translation>跳到最新事件并持续跟随</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Save the events that are shown to a file</source>
        <translation>将显示的事件保存到文件</translation>
    </message>
    <message>
        <source>As CSV…</source>
        <comment>export</comment>
        <translation>导出为 CSV…</translation>
    </message>
    <message>
        <source>As JSON…</source>
        <comment>export</comment>
        <translation>导出为 JSON…</translation>
    </message>
    <message>
        <source>Clear</source>
        <comment>events</comment>
        <translation>清除</translation>
    </message>
    <message>
        <source>Forget these events</source>
        <translation>清除这些事件</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EvictWaiterDialog</name>
    <message>
        <source>Evict it although it may be alive</source>
        <translation>即使它可能仍在运行也移除</translation>
    </message>
    <message>
        <source>Evict waiter</source>
        <translation>移除等待者</translation>
    </message>
    <message>
        <source>Evict</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Whether its client is alive cannot be asked.</source>
        <translation>无法查询它的客户端是否仍在运行。</translation>
    </message>
    <message>
        <source>No client listens for it: it has probably died.</source>
        <translation>没有客户端监听它的频道：它可能已经崩溃。</translation>
    </message>
    <message>
        <source>The others keep their order.</source>
        <translation>其他等待者的顺序不变。</translation>
    </message>
    <message>
        <source>Next is then %1; the others keep their order.</source>
        <translation>之后下一个是 %1；其他等待者的顺序不变。</translation>
    </message>
    <message>
        <source>The lock is free: %1 is told to take it at once. The others keep their order.</source>
        <translation>锁是空闲的：将通知 %1 立即获取。其他等待者的顺序不变。</translation>
    </message>
    <message>
        <source>%1 is not in the queue.</source>
        <translation>%1 不在队列中。</translation>
    </message>
    <message>
        <source>Removes %1, place %2 of %3, from the queue of %4, %5. %6 %7</source>
        <comment>%1: waiter; %4: name of the lock; %5: held by whom; %6, %7: sentences</comment>
        <translation>将 %1（第 %2 位，共 %3 位）从 %4 的队列中移除，该锁%5。%6%7</translation>
    </message>
    <message>
        <source>The waiter is no longer in the queue.</source>
        <translation>该等待者已不在队列中。</translation>
    </message>
    <message>
        <source>The waiter is alive: its client listens for its turn.</source>
        <translation>该等待者仍在运行：它的客户端在等待轮到自己。</translation>
    </message>
    <message>
        <source>The waiter is in the queue, but not as it was seen.</source>
        <translation>该等待者在队列中，但与您看到的不同。</translation>
    </message>
    <message>
        <source>Done: %1 is no longer in the queue. It was alive.</source>
        <translation>完成：%1 已不在队列中。它当时仍在运行。</translation>
    </message>
    <message>
        <source>Done: %1 is no longer in the queue.</source>
        <translation>完成：%1 已不在队列中。</translation>
    </message>
    <message>
        <source>%1 was told to try.</source>
        <translation>已通知 %1 尝试获取。</translation>
    </message>
    <message>
        <source>It is alive: its client listens for its turn. At its next try it will queue again, at the end.</source>
        <translation>它仍在运行：它的客户端在等待轮到自己。下次尝试时，它会重新排到队尾。</translation>
    </message>
    <message>
        <source>Evict it although it is alive</source>
        <translation>即使它仍在运行也移除</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ForceExpireDialog</name>
    <message>
        <source> s</source>
        <comment>seconds</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Expires in:</source>
        <translation>剩余时间：</translation>
    </message>
    <message>
        <source>Force-expire</source>
        <translation>强制到期</translation>
    </message>
    <message>
        <source>Lets %1 expire in %4; it is %2. %3 A living watchdog will renew it before that; if the holder does not renew it and is still working then, two will work at once.</source>
        <comment>%1: name of the lock; %2: held by whom; %3: sentence about the waiters; %4: duration</comment>
        <translation>使 %1 在 %4后到期；它目前%2。%3如果看门狗仍在运行，会在此之前续期；如果持有者没有续期而仍在工作，届时将有两方同时工作。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ForceReleaseDialog</name>
    <message>
        <source>Force-release</source>
        <translation>强制释放</translation>
    </message>
    <message>
        <source>Releases %1, %2. %3 If the holder is still working, two will work at once.</source>
        <comment>%1: name of the lock; %2: held by whom; %3: sentence about the waiters</comment>
        <translation>释放 %1（%2）。%3如果持有者仍在工作，将有两方同时工作。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::HoldersModel</name>
    <message>
        <source>Holder</source>
        <comment>column</comment>
        <translation>持有者</translation>
    </message>
    <message>
        <source>Mode</source>
        <comment>column: read or write</comment>
        <translation>模式</translation>
    </message>
    <message>
        <source>Entered</source>
        <comment>column: how often it entered the lock</comment>
        <translation>进入次数</translation>
    </message>
    <message>
        <source>Lease left</source>
        <comment>column</comment>
        <translation>剩余租约</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::KeysPanel</name>
    <message>
        <source>Reading the keys…</source>
        <translation>正在读取键…</translation>
    </message>
    <message>
        <source>There is no key of this lock in Redis now.</source>
        <translation>Redis 中现在没有此锁的键。</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Command that shows the selected key</source>
        <translation>显示所选键的命令</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Read the keys again</source>
        <translation>重新读取键</translation>
    </message>
    <message>
        <source>Copy entry</source>
        <translation>复制条目</translation>
    </message>
    <message>
        <source>Keys of the lock</source>
        <translation>锁的键</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockHeader</name>
    <message>
        <source>Copy name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>Copy the lock&apos;s name</source>
        <translation>复制锁的名称</translation>
    </message>
    <message>
        <source>Type</source>
        <comment>of a lock</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>Lease</source>
        <comment>what is left of it</comment>
        <translation>租约</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>持有时长</translation>
    </message>
    <message>
        <source>Waiting</source>
        <comment>who waits for the lock</comment>
        <translation>等待</translation>
    </message>
    <message>
        <source>Fencing token</source>
        <translation>防护令牌</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockTable</name>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockTableModel</name>
    <message>
        <source>?</source>
        <comment>number of waiters that cannot be known</comment>
        <translation>?</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>at least so long</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>Redis cannot tell the type: the keys look the same for several.</source>
        <translation>Redis 无法确定类型：多种锁的键看起来相同。</translation>
    </message>
    <message>
        <source>How often its holders have entered it</source>
        <translation>持有者进入的次数</translation>
    </message>
    <message>
        <source>What is left of its lease</source>
        <translation>租约的剩余时间</translation>
    </message>
    <message>
        <source>Clients that wait; for fair locks, places in the queue</source>
        <translation>等待的客户端数；公平锁为队列中的位数</translation>
    </message>
    <message>
        <source>How many waited in the last minute</source>
        <translation>最近一分钟的等待者数量</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Holder</source>
        <translation>持有者</translation>
    </message>
    <message>
        <source>×</source>
        <comment>column: reentry count</comment>
        <translation>×</translation>
    </message>
    <message>
        <source>TTL</source>
        <translation>TTL</translation>
    </message>
    <message>
        <source>Waiters</source>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Last minute</source>
        <translation>最近一分钟</translation>
    </message>
    <message>
        <source>Held for</source>
        <translation>持有时长</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MainActions</name>
    <message>
        <source>&amp;Connect to a server…</source>
        <translation>连接服务器(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Start a sandbox</source>
        <translation>启动沙盒(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Disconnect</source>
        <translation>断开连接(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>Stop reading from the server</source>
        <translation>停止从服务器读取</translation>
    </message>
    <message>
        <source>&amp;Missing permissions…</source>
        <translation>缺少的权限(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Unlock actions</source>
        <translation>解锁操作(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Copy the name</source>
        <translation>复制名称(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>重新读取(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Force-release…</source>
        <translation>强制释放(&amp;F)…</translation>
    </message>
    <message>
        <source>Force-&amp;expire…</source>
        <translation>强制到期(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Clear the f&amp;ilter</source>
        <translation>清除筛选(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;All</source>
        <comment>locks</comment>
        <translation>全部(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Held</source>
        <comment>locks</comment>
        <translation>持有(&amp;H)</translation>
    </message>
    <message>
        <source>C&amp;ontended</source>
        <comment>locks</comment>
        <translation>争用(&amp;O)</translation>
    </message>
    <message>
        <source>S&amp;tuck</source>
        <comment>locks</comment>
        <translation>卡住(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Detail</source>
        <translation>详情(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Events and audit</source>
        <translation>事件与审计(&amp;E)</translation>
    </message>
    <message>
        <source>As the &amp;system</source>
        <comment>theme</comment>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <comment>theme</comment>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <comment>theme</comment>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Normal size</source>
        <translation>正常大小(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;About Lockscope</source>
        <translation>关于 Lockscope(&amp;A)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MainWindow</name>
    <message>
        <source>Sandbox</source>
        <translation>沙盒</translation>
    </message>
    <message>
        <source>&amp;Server</source>
        <translation>服务器(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Lock</source>
        <translation>锁(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PermissionsDialog</name>
    <message>
        <source>Does not work</source>
        <translation>不可用的功能</translation>
    </message>
    <message>
        <source>Because of</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Rule to ask for</source>
        <translation>需要申请的规则</translation>
    </message>
    <message>
        <source>Missing permissions</source>
        <translation>缺少的权限</translation>
    </message>
    <message>
        <source>The line to send to the server&apos;s administrator:</source>
        <translation>请将下面这一行发给服务器管理员：</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueuePanel</name>
    <message>
        <source>Queue of the lock</source>
        <translation>锁的队列</translation>
    </message>
    <message>
        <source>Evict waiter…</source>
        <translation>移除等待者…</translation>
    </message>
    <message>
        <source>Remove the selected waiter from the queue</source>
        <translation>将选中的等待者从队列中移除</translation>
    </message>
    <message>
        <source>Repair queue…</source>
        <translation>修复队列…</translation>
    </message>
    <message>
        <source>Remove the dead from the queue and make its deadlines agree with it</source>
        <translation>移除队列中已失效的等待者，并使截止时间与队列一致</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RawKeysModel</name>
    <message>
        <source>no expiry</source>
        <comment>of a key</comment>
        <translation>不会到期</translation>
    </message>
    <message>
        <source>expires in %1</source>
        <comment>of a key</comment>
        <translation>%1后到期</translation>
    </message>
    <message>
        <source>not all of it is shown</source>
        <comment>of a key</comment>
        <translation>未显示全部内容</translation>
    </message>
    <message>
        <source>Key, and what is in it</source>
        <comment>column</comment>
        <translation>键及其内容</translation>
    </message>
    <message>
        <source>Value</source>
        <comment>column</comment>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RepairQueueDialog</name>
    <message>
        <source>Repair queue</source>
        <translation>修复队列</translation>
    </message>
    <message>
        <source>Repair</source>
        <translation>修复</translation>
    </message>
    <message>
        <source>Repairs the queue of %1, %2. Whoever is alive keeps its place.</source>
        <comment>%1: name of the lock; %2: held by whom</comment>
        <translation>修复 %1 的队列，该锁%2。仍在运行的等待者保持原来的位置。</translation>
    </message>
    <message>
        <source>There is nothing to repair in its queue now.</source>
        <translation>它的队列现在没有需要修复的内容。</translation>
    </message>
    <message>
        <source>Its queue is another one now; close this and look again.</source>
        <translation>它的队列已经变化；请关闭此窗口后重新查看。</translation>
    </message>
    <message>
        <source>There was nothing to repair any more.</source>
        <translation>已经没有需要修复的内容。</translation>
    </message>
    <message>
        <source>Done:</source>
        <translation>完成：</translation>
    </message>
    <message>
        <source>%1 was told to try.</source>
        <translation>已通知 %1 尝试获取。</translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) removed, nobody listens</source>
        <translation>
            <numerusform>移除 %n 个等待者（无人监听）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) removed, too late</source>
        <translation>
            <numerusform>移除 %n 个等待者（已超时）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) removed, dead and without deadline</source>
        <translation>
            <numerusform>移除 %n 个等待者（已失效且没有截止时间）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) left with one entry</source>
        <translation>
            <numerusform>%n 个等待者只保留一项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deadline(s) of nobody removed</source>
        <translation>
            <numerusform>移除 %n 个无主的截止时间</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n living waiter(s) given a deadline</source>
        <translation>
            <numerusform>为 %n 个仍在运行的等待者设置截止时间</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>%1: what is mended; %2: waiters</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StatusStrip</name>
    <message numerus="yes">
        <source>shown</source>
        <comment>number of rows that the filter leaves</comment>
        <translation>
            <numerusform>行符合筛选</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>locks</source>
        <comment>after their number</comment>
        <translation>
            <numerusform>把锁</numerusform>
        </translation>
    </message>
    <message>
        <source>held</source>
        <comment>after the number of locks</comment>
        <translation>持有中</translation>
    </message>
    <message numerus="yes">
        <source>clients waiting</source>
        <comment>after their number</comment>
        <translation>
            <numerusform>个客户端在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>contended</source>
        <comment>after the number of locks</comment>
        <translation>争用中</translation>
    </message>
    <message>
        <source>stuck</source>
        <comment>after the number of locks</comment>
        <translation>卡住</translation>
    </message>
    <message>
        <source>cost %1 % CPU</source>
        <translation>开销 %1 % CPU</translation>
    </message>
    <message>
        <source>cost %1 commands/s</source>
        <translation>开销 %1 条命令/秒</translation>
    </message>
    <message>
        <source>What watching costs the server: %1 commands and %2 a second</source>
        <translation>监视给服务器带来的开销：每秒 %1 条命令、%2</translation>
    </message>
    <message>
        <source>scanned %1 ago</source>
        <translation>%1前扫描</translation>
    </message>
    <message>
        <source>scanning %1 %</source>
        <translation>扫描中 %1 %</translation>
    </message>
    <message>
        <source>replica: it lags behind its master</source>
        <translation>副本：数据落后于主节点</translation>
    </message>
    <message>
        <source>locks may be evicted (%1)</source>
        <translation>锁可能被逐出（%1）</translation>
    </message>
    <message numerus="yes">
        <source>%n permission(s) missing</source>
        <translation>
            <numerusform>缺少 %n 项权限</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what does not work, and what to ask the administrator for</source>
        <translation>显示哪些功能不可用，以及应向管理员申请什么</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more lock(s) not shown</source>
        <comment>beyond the limit of the table</comment>
        <translation>
            <numerusform>另有 %Ln 个锁未显示</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TablePage</name>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TablePlaceholder</name>
    <message>
        <source>Nothing matches the filter</source>
        <translation>没有符合筛选条件的锁</translation>
    </message>
    <message numerus="yes">
        <source>%n lock(s) are known.</source>
        <translation>
            <numerusform>共有 %n 把已知的锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Not permitted to look for locks</source>
        <translation>没有查找锁的权限</translation>
    </message>
    <message>
        <source>The server does not allow this user the commands that finding and reading locks takes.</source>
        <translation>服务器不允许当前用户使用查找和读取锁所需的命令。</translation>
    </message>
    <message>
        <source>Show what is missing…</source>
        <translation>显示缺少的权限…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Nothing is read from the server.</source>
        <translation>不再从服务器读取任何内容。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>Looking for locks… %1 %</source>
        <translation>正在查找锁… %1 %</translation>
    </message>
    <message>
        <source>%1 keys are looked through in small steps, so that nobody else is slowed down.</source>
        <translation>正在小步检查 %1 个键，以免影响其他客户端。</translation>
    </message>
    <message>
        <source>No locks</source>
        <translation>没有锁</translation>
    </message>
    <message>
        <source>None of the %1 keys of this database is a Redisson lock. A lock appears here as soon as somebody takes one.</source>
        <translation>此数据库的 %1 个键中没有 Redisson 锁。一旦有人获取锁，就会显示在这里。</translation>
    </message>
    <message>
        <source>This database is empty. Is it the right one? A lock appears here as soon as somebody takes one.</source>
        <translation>此数据库为空。选对数据库了吗？一旦有人获取锁，就会显示在这里。</translation>
    </message>
    <message>
        <source>The demonstration traffic of the sandbox is about to take some.</source>
        <translation>沙盒的演示流量马上就会获取一些锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Timeline</name>
    <message>
        <source>Timeline of holds and waits</source>
        <translation>持有与等待的时间线</translation>
    </message>
    <message numerus="yes">
        <source>%n client(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>%n 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>No hold of this lock has been seen yet.</source>
        <translation>还没有看到此锁被持有。</translation>
    </message>
    <message>
        <source>holds</source>
        <comment>key of the timeline</comment>
        <translation>持有</translation>
    </message>
    <message>
        <source>waits</source>
        <comment>key of the timeline</comment>
        <translation>等待</translation>
    </message>
    <message>
        <source>%1 waited for %2, from %3</source>
        <translation>%1 从 %3 起等待了 %2</translation>
    </message>
    <message>
        <source>%1 has waited for %2, since %3</source>
        <translation>%1 自 %3 起已等待 %2</translation>
    </message>
    <message>
        <source>%1 held it for %2, from %3: %4</source>
        <translation>%1 从 %3 起持有了 %2：%4</translation>
    </message>
    <message>
        <source>%1 has held it for %2, since %3</source>
        <translation>%1 自 %3 起已持有 %2</translation>
    </message>
    <message numerus="yes">
        <source>Entered %n time(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>进入 %n 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed %n time(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>续期 %n 次</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ToolBar</name>
    <message>
        <source>connecting</source>
        <comment>state of the connection</comment>
        <translation>连接中</translation>
    </message>
    <message>
        <source>live</source>
        <comment>state of the connection</comment>
        <translation>实时</translation>
    </message>
    <message>
        <source>lost</source>
        <comment>state of the connection</comment>
        <translation>已断开</translation>
    </message>
    <message>
        <source>Server %1, %2</source>
        <translation>服务器 %1，%2</translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation>只读</translation>
    </message>
    <message>
        <source>Nothing can be changed. Click to unlock actions.</source>
        <translation>无法更改任何内容。点击以解锁操作。</translation>
    </message>
    <message>
        <source>Actions (production)</source>
        <translation>可操作（生产）</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>可操作</translation>
    </message>
    <message>
        <source>Locks can be released and expired. Click to go back to read-only.</source>
        <translation>可以释放锁或使锁到期。点击以恢复只读。</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Filter: order*  type:fair  holder:9f45  waiters&gt;3  ttl&lt;5s  state:stuck</source>
        <translation>筛选：order*  type:fair  holder:9f45  waiters&gt;3  ttl&lt;5s  state:stuck</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>Part of the name, or * and ? for the whole name, and terms:
name:order*   type:fair   state:stuck   mode:read   holder:9f45
waiters&gt;3   count&gt;=2   ttl&lt;5s   held&gt;1m
All of them must hold. Quotes keep spaces together.</source>
        <translation>名称的一部分，或用 * 和 ? 匹配整个名称，以及条件：
name:order*   type:fair   state:stuck   mode:read   holder:9f45
waiters&gt;3   count&gt;=2   ttl&lt;5s   held&gt;1m
所有条件须同时满足。引号可以包含空格。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TtlChart</name>
    <message>
        <source>Lease over time</source>
        <translation>租约随时间的变化</translation>
    </message>
    <message>
        <source>Nobody has held this lock in the last two minutes.</source>
        <translation>最近两分钟没有人持有此锁。</translation>
    </message>
    <message>
        <source>It never expires: there is no lease that could run out.</source>
        <translation>它永不到期：没有会用尽的租约。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitersModel</name>
    <message>
        <source>none</source>
        <comment>a waiter has no deadline</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>the deadline of a waiter cannot be compared with the server&apos;s clock</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>in %1</source>
        <comment>deadline of a waiter</comment>
        <translation>%1后</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <comment>deadline of a waiter</comment>
        <translation>%1前</translation>
    </message>
    <message>
        <source>broken</source>
        <comment>a queue entry without a deadline</comment>
        <translation>损坏</translation>
    </message>
    <message>
        <source>waits</source>
        <comment>a waiter in the queue</comment>
        <translation>等待中</translation>
    </message>
    <message>
        <source>stale: too late</source>
        <comment>a waiter in the queue</comment>
        <translation>失效：已超时</translation>
    </message>
    <message>
        <source>stale: nobody listens</source>
        <comment>a waiter in the queue</comment>
        <translation>失效：无人监听</translation>
    </message>
    <message>
        <source>This entry has no deadline, so nobody will ever drop it from the queue.</source>
        <translation>此项没有截止时间，因此永远不会被移出队列。</translation>
    </message>
    <message>
        <source>Its client listens for its turn. After the deadline the others may drop it from the queue.</source>
        <translation>它的客户端在等待轮到自己。截止时间过后，其他客户端可以将它移出队列。</translation>
    </message>
    <message>
        <source>Its deadline has passed: the next client that tries the lock drops it from the queue.</source>
        <translation>它的截止时间已过：下一个尝试获取锁的客户端会将它移出队列。</translation>
    </message>
    <message>
        <source>No client listens on its channel: it has probably died. The others wait until its deadline.</source>
        <translation>没有客户端监听它的频道：它可能已经崩溃。其他等待者要等到它的截止时间。</translation>
    </message>
    <message>
        <source>#</source>
        <comment>column: place in the queue</comment>
        <translation>#</translation>
    </message>
    <message>
        <source>Waiter</source>
        <comment>column</comment>
        <translation>等待者</translation>
    </message>
    <message>
        <source>Deadline</source>
        <comment>column: when others may drop the waiter</comment>
        <translation>截止时间</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column: does the waiter still wait</comment>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Workspace</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
</context>
</TS>
