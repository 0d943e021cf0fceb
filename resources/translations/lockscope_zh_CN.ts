<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AcquireWords</name>
    <message>
        <source>of this program</source>
        <comment>field of a hash</comment>
        <translation>本程序的</translation>
    </message>
    <message>
        <source>%1 of its lease are left.</source>
        <comment>%1: duration</comment>
        <translation>租约剩余 %1。</translation>
    </message>
    <message>
        <source>It never expires.</source>
        <translation>它永不到期。</translation>
    </message>
    <message>
        <source>%1 is the number %2: the free permits of a semaphore, the count of a latch, or any other counter.</source>
        <comment>%1: name of a key</comment>
        <translation>%1 是数字 %2：可能是信号量的空闲许可数、闭锁的计数，或任何其他计数器。</translation>
    </message>
    <message>
        <source>%1 is no lock: it is a hash with other fields.</source>
        <comment>%1: name of a key</comment>
        <translation>%1 不是锁：它是含有其他字段的哈希。</translation>
    </message>
    <message>
        <source>%1 is no lock: it is a key of the type %2.</source>
        <comment>%1: name of a key; %2: as Redis calls it</comment>
        <translation>%1 不是锁：它是类型为 %2 的键。</translation>
    </message>
    <message>
        <source>It is not to be had now. “Acquire” tries once and waits for nobody: nothing is written.</source>
        <translation>当前无法获取。“获取”只尝试一次，不排队：不会写入任何内容。</translation>
    </message>
    <message>
        <source>“Acquire” waits for up to %1, as number %2 in the queue.</source>
        <comment>%1: duration</comment>
        <translation>“获取”最多等待 %1，在队列中排第 %2 位。</translation>
    </message>
    <message>
        <source>“Acquire” waits until it is had or you stop it, as number %1 in the queue.</source>
        <translation>“获取”会一直等到得到它或您停止为止，在队列中排第 %1 位。</translation>
    </message>
    <message>
        <source>“Acquire” asks again and again for up to %1, and nobody sees that it waits.</source>
        <comment>%1: duration</comment>
        <translation>“获取”会反复询问，最多持续 %1，没有人看得到它在等待。</translation>
    </message>
    <message>
        <source>“Acquire” asks again and again until it is had or you stop it, and nobody sees that it waits.</source>
        <translation>“获取”会反复询问，直到得到它或您停止为止，没有人看得到它在等待。</translation>
    </message>
    <message>
        <source>“Acquire” waits for up to %1; who is fastest when it is free gets it.</source>
        <comment>%1: duration</comment>
        <translation>“获取”最多等待 %1；锁空闲时谁最快谁得到。</translation>
    </message>
    <message>
        <source>“Acquire” waits until it is had or you stop it; who is fastest when it is free gets it.</source>
        <translation>“获取”会一直等到得到它或您停止为止；锁空闲时谁最快谁得到。</translation>
    </message>
    <message>
        <source>Its lease lasts longer than that: it is had only if it is released before.</source>
        <translation>它的租约比这更长：只有在此之前被释放才能得到。</translation>
    </message>
    <message>
        <source>This kind does not go with what lies there: Redis will answer WRONGTYPE, and nothing is written.</source>
        <translation>所选类型与现有内容不符：Redis 会回答 WRONGTYPE，不会写入任何内容。</translation>
    </message>
    <message>
        <source>“%1” goes with it.</source>
        <comment>%1: kind of a lock</comment>
        <translation>与之相符的是“%1”。</translation>
    </message>
    <message>
        <source>It is free: “Acquire” takes it at once.</source>
        <translation>它是空闲的：“获取”会立即得到它。</translation>
    </message>
    <message>
        <source>This program holds it already: “Acquire” enters it once more, at once.</source>
        <translation>本程序已经持有它：“获取”会立即再进入一次。</translation>
    </message>
    <message>
        <source>Others read it: “Acquire” reads beside them, at once.</source>
        <translation>其他人正在读：“获取”会立即与他们一起读。</translation>
    </message>
    <message>
        <source>This program holds it already, and a lock of this kind cannot be entered twice: “Acquire” will fail, and nothing is written.</source>
        <translation>本程序已经持有它，而这种锁不能重复进入：“获取”会失败，不会写入任何内容。</translation>
    </message>
    <message>
        <source>This program reads it itself, and cannot write before it has released that: nothing is written.</source>
        <translation>本程序自己正在读，释放之前无法写：不会写入任何内容。</translation>
    </message>
    <message>
        <source>What lies there is no lock: as long as it does, nobody gets a lock of this name.</source>
        <translation>那里的内容不是锁：只要它存在，谁也得不到这个名称的锁。</translation>
    </message>
    <message>
        <source>It takes one permit: of %1 that are free, %2 are left.</source>
        <comment>numbers</comment>
        <translation>它会取走一个许可：%1 个空闲许可中还剩 %2 个。</translation>
    </message>
    <message>
        <source>It takes one permit.</source>
        <translation>它会取走一个许可。</translation>
    </message>
    <message>
        <source>The permit has an id of its own and a lease of %1.</source>
        <comment>%1: duration</comment>
        <translation>该许可有自己的编号，租约为 %1。</translation>
    </message>
    <message>
        <source>Its key then has the field %1 with count %2 and a TTL of %3.</source>
        <comment>%1: owner; %2: number; %3: duration</comment>
        <translation>之后它的键含有字段 %1，计数为 %2，TTL 为 %3。</translation>
    </message>
    <message>
        <source>A key beside it has the deadline of this reader.</source>
        <translation>旁边另有一个键保存此读者的截止时间。</translation>
    </message>
    <message>
        <source>Its token was %1, and grows.</source>
        <translation>它的令牌原为 %1，将会增大。</translation>
    </message>
    <message>
        <source>Its token grows by one.</source>
        <translation>它的令牌会加一。</translation>
    </message>
    <message>
        <source>Nothing ends it: it comes back when it is released here.</source>
        <translation>没有什么会结束它：在这里释放时才归还。</translation>
    </message>
    <message>
        <source>Nothing renews it: it ends by itself after %1.</source>
        <comment>%1: duration</comment>
        <translation>不会续期：%1后自行结束。</translation>
    </message>
    <message>
        <source>It is renewed every %1 until it is released.</source>
        <comment>%1: duration</comment>
        <translation>每 %1续期一次，直到释放。</translation>
    </message>
    <message>
        <source>Whether that number belongs to a semaphore Redis does not tell: it goes down by one.</source>
        <translation>Redis 不说明这个数字是否属于信号量：它会减一。</translation>
    </message>
    <message>
        <source>Those in its queue are passed over; “%1” lines up behind them.</source>
        <comment>%1: kind of a lock</comment>
        <translation>会越过队列中的等待者；“%1”则排在他们之后。</translation>
    </message>
    <message>
        <source>Its token does not grow this way; with “%1” it does.</source>
        <comment>%1: kind of a lock</comment>
        <translation>这样它的令牌不会增大；用“%1”才会。</translation>
    </message>
    <message>
        <source>What lies there is a latch: its count goes down by one, and who waits for it may be let go too early.</source>
        <translation>那里的内容是闭锁：它的计数会减一，等待它的人可能被过早放行。</translation>
    </message>
    <message>
        <source>If it is free, “Acquire” takes it at once; if not, nothing is written.</source>
        <translation>如果它空闲，“获取”会立即得到它；否则不会写入任何内容。</translation>
    </message>
    <message>
        <source>If it is free, “Acquire” takes it at once; if not, it waits.</source>
        <translation>如果它空闲，“获取”会立即得到它；否则会等待。</translation>
    </message>
    <message>
        <source>%1 is free: Redis has no key of this name.</source>
        <comment>%1: name of a lock</comment>
        <translation>%1 是空闲的：Redis 中没有这个名称的键。</translation>
    </message>
    <message>
        <source>Type: %1.</source>
        <comment>%1: type of a lock</comment>
        <translation>类型：%1。</translation>
    </message>
    <message>
        <source>%1 has the number %2.</source>
        <comment>%1: name of a semaphore or latch</comment>
        <translation>%1 的数字为 %2。</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <comment>%1: name of a lock; %2: held by whom</comment>
        <translation>%1 %2。</translation>
    </message>
    <message>
        <source>Nobody holds %1, but it has a queue.</source>
        <comment>%1: name of a lock</comment>
        <translation>没有人持有 %1，但它有队列。</translation>
    </message>
    <message>
        <source>Its number was %1 and is now %2.</source>
        <comment>numbers</comment>
        <translation>它的数字原为 %1，现在为 %2。</translation>
    </message>
    <message>
        <source>It was held by %1.</source>
        <translation>此前由 %1 持有。</translation>
    </message>
    <message>
        <source>It was free.</source>
        <translation>此前它是空闲的。</translation>
    </message>
    <message>
        <source>Now its key has the field %1 with count %2 and a TTL of %3.</source>
        <comment>%1: owner; %2: number; %3: duration</comment>
        <translation>现在它的键含有字段 %1，计数为 %2，TTL 为 %3。</translation>
    </message>
    <message>
        <source>It is not to be had now. “Acquire” tries once and waits for nobody.</source>
        <translation>当前无法获取。“获取”只尝试一次，不排队。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) at the head of its queue, dead or too late, will be removed.</source>
        <translation>
            <numerusform>队首 %Ln 个已失效或超过截止时间的等待者将被移除。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s), dead or too late, were removed from its queue.</source>
        <translation>
            <numerusform>已从队列移除 %Ln 个已失效或超过截止时间的等待者。</numerusform>
        </translation>
    </message>
    <message>
        <source>A semaphore without a key has no permits: somebody has to set first how many there are.</source>
        <translation>没有键的信号量就没有许可：必须先有人设定许可数。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead waiter(s) in front will be removed if nothing is heard of them for 2 s more.</source>
        <translation>
            <numerusform>前面 %Ln 个失效的等待者若再有 2 秒没有动静，将被移除。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AlertText</name>
    <message>
        <source>Held for long</source>
        <comment>kind of an alert rule</comment>
        <translation>持有过久</translation>
    </message>
    <message>
        <source>Many waiters</source>
        <comment>kind of an alert rule</comment>
        <translation>等待者过多</translation>
    </message>
    <message>
        <source>Lease nearly over</source>
        <comment>kind of an alert rule</comment>
        <translation>租约即将结束</translation>
    </message>
    <message>
        <source>Never expires</source>
        <comment>kind of an alert rule</comment>
        <translation>永不到期</translation>
    </message>
    <message>
        <source>Dead head of a queue</source>
        <comment>kind of an alert rule</comment>
        <translation>队首已失效</translation>
    </message>
    <message>
        <source>Deadlock</source>
        <comment>kind of an alert rule</comment>
        <translation>死锁</translation>
    </message>
    <message>
        <source>Lock lost</source>
        <comment>kind of an alert rule</comment>
        <translation>锁丢失</translation>
    </message>
    <message>
        <source>Less than the time below is left of a lease, and nobody has renewed it. Leases that are shorter from the start do not count.</source>
        <translation>租约剩余不到下面的时间，且没有人续期。一开始就更短的租约不算。</translation>
    </message>
    <message>
        <source>A lock is held without expiry: if its holder dies, nothing frees it.</source>
        <translation>某把锁被持有但没有到期时间：如果持有者崩溃，它将永远不会释放。</translation>
    </message>
    <message>
        <source>The first waiter of a fair lock is dead or has no deadline: the others wait for nothing.</source>
        <translation>公平锁的队首等待者已失效或没有截止时间：其他等待者在白等。</translation>
    </message>
    <message>
        <source>Clients wait for each other in a circle that is certain.</source>
        <translation>多个客户端确定地互相循环等待。</translation>
    </message>
    <message>
        <source>Held for longer than %1</source>
        <translation>持有超过 %1</translation>
    </message>
    <message>
        <source>Less than %1 of the lease left</source>
        <translation>租约剩余不到 %1</translation>
    </message>
    <message numerus="yes">
        <source>More than %Ln waiter(s)</source>
        <translation>
            <numerusform>等待者超过 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>The rule has no id.</source>
        <translation>规则没有标识。</translation>
    </message>
    <message>
        <source>The name is empty and would match no lock; “*” matches all.</source>
        <translation>名称为空，不会匹配任何锁；“*”匹配所有锁。</translation>
    </message>
    <message>
        <source>The name is longer than 1,024 bytes.</source>
        <translation>名称超过 1,024 字节。</translation>
    </message>
    <message>
        <source>The name has a “[” without its “]”; a literal one is written “\[”.</source>
        <translation>名称中有“[”却没有对应的“]”；字面的“[”写作“\[”。</translation>
    </message>
    <message>
        <source>The time is shorter than 0.1 seconds.</source>
        <translation>时间短于 0.1 秒。</translation>
    </message>
    <message>
        <source>The time is longer than 30 days.</source>
        <translation>时间长于 30 天。</translation>
    </message>
    <message>
        <source>The number of waiters is not between 0 and 1,000,000.</source>
        <translation>等待者数量不在 0 到 1,000,000 之间。</translation>
    </message>
    <message>
        <source>somebody unknown</source>
        <translation>未知的持有者</translation>
    </message>
    <message>
        <source>Held by %1 for %2 and longer.</source>
        <translation>被 %1 持有 %2以上。</translation>
    </message>
    <message>
        <source>%2 left of the lease of %1, and nobody renews it.</source>
        <translation>%1 的租约只剩 %2，没有人续期。</translation>
    </message>
    <message>
        <source>Held by %1 without expiry.</source>
        <translation>被 %1 持有，没有到期时间。</translation>
    </message>
    <message>
        <source>Lost by %1 after %2; it was not given back.</source>
        <translation>%1 在持有 %2后失去了该锁，并未主动归还。</translation>
    </message>
    <message>
        <source>Lost by %1; it was not given back.</source>
        <translation>%1 失去了该锁，并未主动归还。</translation>
    </message>
    <message>
        <source>new</source>
        <comment>state of an alert</comment>
        <translation>未确认</translation>
    </message>
    <message>
        <source>acknowledged</source>
        <comment>state of an alert</comment>
        <translation>已确认</translation>
    </message>
    <message>
        <source>cleared %1</source>
        <comment>state of an alert, and when</comment>
        <translation>%1已解除</translation>
    </message>
    <message>
        <source>cleared</source>
        <comment>state of an alert</comment>
        <translation>已解除</translation>
    </message>
    <message>
        <source>muted until %1</source>
        <comment>state of an alert</comment>
        <translation>静音至 %1</translation>
    </message>
    <message>
        <source>muted until it clears</source>
        <comment>state of an alert</comment>
        <translation>静音直到解除</translation>
    </message>
    <message>
        <source>Connection lost</source>
        <comment>kind of an alert rule</comment>
        <translation>连接丢失</translation>
    </message>
    <message>
        <source>A lock is held for longer than the time below, and somebody waits for it or nobody renews it.</source>
        <translation>锁被持有的时间超过下面的时长，且有人在等待或无人续期。</translation>
    </message>
    <message>
        <source>A lock expired although it had been renewed, or vanished: its holder did not give it back, and may still be working. Not what may be a spin lock that nobody waits for: to give that back is to delete it.</source>
        <translation>锁虽曾被续期却到期了，或凭空消失：持有者没有归还它，可能仍在工作。可能是自旋锁且无人等待的除外：归还自旋锁就是把它删除。</translation>
    </message>
    <message>
        <source>A lock has more waiters than the number below, without the dead.</source>
        <translation>某把锁的等待者超过下面的数量，不含已失效的。</translation>
    </message>
    <message numerus="yes">
        <source>It has %Ln waiter(s).</source>
        <translation>
            <numerusform>有 %Ln 个等待者。</numerusform>
        </translation>
    </message>
    <message>
        <source>Held by %1 for %2 and longer. It was renewed until %3, and has not been since.</source>
        <comment>%1: holder; %2: duration; %3: time of day</comment>
        <translation>被 %1 持有 %2以上。曾续期到 %3，此后再未续期。</translation>
    </message>
    <message>
        <source>%2 left of the lease of %1, which was renewed until %3, and has not been since.</source>
        <comment>%1: holder; %2: duration; %3: time of day</comment>
        <translation>%1 的租约只剩 %2；曾续期到 %3，此后再未续期。</translation>
    </message>
    <message>
        <source>Lost by %1 after at least %2; it was not given back.</source>
        <translation>%1 在至少持有 %2 之后失去了锁；锁并未被归还。</translation>
    </message>
    <message numerus="yes">
        <source>Rule “%1”: %Ln more lock(s) than the %2 listed.</source>
        <comment>%1: an alert rule; %2: number</comment>
        <translation>
            <numerusform>规则“%1”：除列出的 %2 把锁外，还有 %Ln 把。</numerusform>
        </translation>
    </message>
    <message>
        <source>The server refuses to write, or may: its memory is full, its snapshot or its append-only file cannot be written, or it lacks the replicas that it demands.</source>
        <translation>服务器拒绝（或可能拒绝）写入：内存已满、无法写入快照或追加文件，或缺少其要求的副本。</translation>
    </message>
    <message>
        <source>Writes refused</source>
        <comment>kind of an alert rule</comment>
        <translation>拒绝写入</translation>
    </message>
    <message numerus="yes">
        <source>Deadlock: threads wait for each other in %Ln ring(s).</source>
        <translation>
            <numerusform>死锁：有 %Ln 个环中的线程在互相等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>acknowledged, %1</source>
        <comment>state of an alert; %1: muted until …</comment>
        <translation>已确认，%1</translation>
    </message>
    <message>
        <source>There has been no working connection to the server for longer than the time below: no other alert can be raised until there is one.</source>
        <translation>与服务器之间没有可用连接的时间超过下面的时长：在恢复之前无法发出其他告警。</translation>
    </message>
    <message>
        <source>No working connection to the server for longer than %1</source>
        <translation>与服务器没有可用连接超过 %1</translation>
    </message>
    <message>
        <source>%1 is first in the queue without a deadline: once it is dead, nobody gets the lock any more.</source>
        <translation>%1 排在队首且没有期限：一旦它失效，就再没有人能得到此锁。</translation>
    </message>
    <message>
        <source>%1 is first in the queue, and dead: nobody behind it gets the lock before its deadline.</source>
        <translation>%1 排在队首且已失效：在它的期限之前，后面的都得不到此锁。</translation>
    </message>
    <message>
        <source>No working connection to the server for %1 and longer: no other alert can be raised until there is one.</source>
        <translation>与服务器没有可用连接已有 %1 以上：在恢复之前无法发出其他告警。</translation>
    </message>
</context>
<context>
    <name>AuditWords</name>
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
        <source>evict a waiter</source>
        <comment>action</comment>
        <translation>移除等待者</translation>
    </message>
    <message>
        <source>repair the queue</source>
        <comment>action</comment>
        <translation>修复队列</translation>
    </message>
    <message>
        <source>extend</source>
        <comment>action</comment>
        <translation>延长</translation>
    </message>
    <message>
        <source>wake the next</source>
        <comment>action</comment>
        <translation>唤醒下一个</translation>
    </message>
    <message>
        <source>undo a force-release</source>
        <comment>action</comment>
        <translation>撤销强制释放</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <comment>outcome of an action; %1: why</comment>
        <translation>已拒绝：%1</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <comment>outcome of an action; %1: why</comment>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <comment>outcome of an action; %1: why</comment>
        <translation>结果未知：%1</translation>
    </message>
    <message>
        <source>nobody</source>
        <comment>holders or waiters in the audit log: there are none</comment>
        <translation>无人</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>holders or waiters in the audit log</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 (not in the queue)</source>
        <comment>%1: a waiter with its deadline</comment>
        <translation>%1（不在队列中）</translation>
    </message>
    <message>
        <source>%1 (also if alive)</source>
        <comment>%1: a waiter to be evicted</comment>
        <translation>%1（即使仍在运行）</translation>
    </message>
    <message>
        <source>%1 without deadline</source>
        <comment>%1: a waiter</comment>
        <translation>%1，没有截止时间</translation>
    </message>
    <message>
        <source>%1 (never expires)</source>
        <comment>%1: a holder with its entries</comment>
        <translation>%1（永不到期）</translation>
    </message>
    <message>
        <source>%1 (%2 left)</source>
        <comment>%1: a holder with its entries, %2: of its lease</comment>
        <translation>%1（剩余 %2）</translation>
    </message>
    <message>
        <source>%1 until %2</source>
        <comment>%1: a waiter, %2: its deadline</comment>
        <translation>%1，截止 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>waiters that the audit log does not name</comment>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>begun, no outcome</source>
        <comment>outcome of an action</comment>
        <translation>已开始，尚无结果</translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead waiter(s) removed</source>
        <comment>from the queue of a lock</comment>
        <translation>
            <numerusform>移除了 %Ln 个失效的等待者</numerusform>
        </translation>
    </message>
    <message>
        <source>not acquired</source>
        <comment>outcome of an action</comment>
        <translation>未获取</translation>
    </message>
    <message>
        <source>release one holder</source>
        <comment>action</comment>
        <translation>释放一个持有者</translation>
    </message>
</context>
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
    <name>ContentionWords</name>
    <message numerus="yes">
        <source>%Ln hold(s)</source>
        <translation>
            <numerusform>%Ln 次持有</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln wait(s)</source>
        <translation>
            <numerusform>%Ln 次等待</numerusform>
        </translation>
    </message>
    <message>
        <source>below 1 ms</source>
        <comment>a duration</comment>
        <translation>不到 1 毫秒</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <comment>milliseconds</comment>
        <translation>%1 毫秒</translation>
    </message>
    <message numerus="yes">
        <source>now %Ln client(s) wait</source>
        <translation>
            <numerusform>现在有 %Ln 个客户端在等待</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not live, at last %Ln client(s) waited</source>
        <translation>
            <numerusform>非实时数据，最后有 %Ln 个客户端在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>most %1 at %2</source>
        <comment>clients waiting; number and time of day</comment>
        <translation>峰值 %1 个（%2）</translation>
    </message>
    <message>
        <source>nobody has waited in this time</source>
        <translation>这段时间内没有人等待</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) contended</source>
        <translation>
            <numerusform>%Ln 把锁被争用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln acquisition(s)</source>
        <translation>
            <numerusform>%Ln 次获取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln expired or vanished</source>
        <translation>
            <numerusform>%Ln 次到期或消失</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln forced</source>
        <translation>
            <numerusform>%Ln 次强制结束</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of it seen</source>
        <comment>of the time range; a duration</comment>
        <translation>已观测 %1</translation>
    </message>
    <message>
        <source>%1: not known</source>
        <translation>%1：未知</translation>
    </message>
    <message>
        <source>most %1</source>
        <comment>clients waiting</comment>
        <translation>最多 %1 个</translation>
    </message>
    <message>
        <source>%1 locks held</source>
        <comment>on average</comment>
        <translation>%1 把锁被持有</translation>
    </message>
    <message>
        <source>%1 contended</source>
        <comment>locks, on average</comment>
        <translation>%1 把被争用</translation>
    </message>
    <message>
        <source>%1: %2 acquired a second</source>
        <comment>time of day; number</comment>
        <translation>%1：每秒获取 %2 次</translation>
    </message>
    <message>
        <source>%1 released a second</source>
        <translation>每秒释放 %1 次</translation>
    </message>
    <message>
        <source>in %1: %2 expired, %3 vanished, %4 forced</source>
        <comment>a duration and three numbers</comment>
        <translation>%1 内：%2 次到期，%3 次消失，%4 次强制结束</translation>
    </message>
    <message>
        <source>No hold has ended in this time.</source>
        <translation>这段时间内没有持有结束。</translation>
    </message>
    <message>
        <source>No wait has ended in this time.</source>
        <translation>这段时间内没有等待结束。</translation>
    </message>
    <message>
        <source>%1: half within %2, 90 % within %3, 99 % within %4, the longest %5.</source>
        <comment>number of holds or waits, and durations</comment>
        <translation>%1：一半在 %2以内，90% 在 %3以内，99% 在 %4以内，最长 %5。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln estimated.</source>
        <comment>holds or waits</comment>
        <translation>
            <numerusform>%Ln 次为估计。</numerusform>
        </translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>估计</translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them estimated</source>
        <comment>holds or waits</comment>
        <translation>
            <numerusform>其中 %Ln 次为估计</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: their beginning was not seen, they took at least so long.</source>
        <translation>%1：没有看到开始，至少持续了这么久。</translation>
    </message>
    <message>
        <source>%1: Redis tells how many wait, not who; first come is taken for first gone.</source>
        <translation>%1：Redis 只说明有多少个在等待，不说明是谁；按先来先走计算。</translation>
    </message>
    <message>
        <source>%1 below 1 ms</source>
        <comment>number of holds or waits</comment>
        <translation>%1 不到 1 毫秒</translation>
    </message>
    <message>
        <source>%1 of %2 to %3</source>
        <comment>number of holds or waits, and durations</comment>
        <translation>%1，%2 至 %3</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <comment>beginning and end of a range of time</comment>
        <translation>%1 至 %2</translation>
    </message>
    <message numerus="yes">
        <source>now %Ln client(s) or more wait, as far as is known</source>
        <translation>
            <numerusform>就目前所知，现在至少有 %Ln 个客户端在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>whether anybody waits now is not known</source>
        <translation>不知道现在是否有人在等待</translation>
    </message>
    <message>
        <source>nobody is known to have waited in this time</source>
        <translation>这段时间内没有已知的等待者</translation>
    </message>
    <message>
        <source>%1: %2 clients waited on average</source>
        <comment>time of day; number</comment>
        <translation>%1：平均有 %2 个客户端等待</translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln more were too short to be timed.</source>
        <comment>holds</comment>
        <translation>
            <numerusform>至少另有 %Ln 次太短，无法计时。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CopyRows</name>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message numerus="yes">
        <source>Copying %Ln row(s)…</source>
        <translation>
            <numerusform>正在复制 %Ln 行…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Lockscope</source>
        <translation>Lockscope</translation>
    </message>
    <message>
        <source>Qt</source>
        <translation>Qt</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>not connected</source>
        <translation>未连接</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>正在连接</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>live</source>
        <translation>实时</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>已断开</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>sandbox</source>
        <translation>沙盒</translation>
    </message>
    <message>
        <source>Signed in</source>
        <translation>登录身份</translation>
    </message>
    <message>
        <source>as the default user</source>
        <translation>默认用户</translation>
    </message>
    <message>
        <source>as a user of its own</source>
        <translation>专用用户</translation>
    </message>
    <message>
        <source>Redis</source>
        <translation>Redis</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>When memory is short</source>
        <translation>内存不足时</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>键</translation>
    </message>
    <message>
        <source>Live data</source>
        <translation>实时数据</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>What it sees</source>
        <translation>可见内容</translation>
    </message>
    <message>
        <source>Locks</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>Complete scans</source>
        <translation>完整扫描次数</translation>
    </message>
    <message>
        <source>Commands a second</source>
        <translation>每秒命令数</translation>
    </message>
    <message>
        <source>Share of a core of the server</source>
        <translation>占用服务器单核的比例</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Locks named</source>
        <translation>锁名模式</translation>
    </message>
    <message>
        <source>Locks kept at most</source>
        <translation>最多保留的锁</translation>
    </message>
    <message>
        <source>Locks beyond that</source>
        <translation>超出的锁</translation>
    </message>
    <message>
        <source>Scanning may use</source>
        <translation>扫描可占用</translation>
    </message>
    <message>
        <source>Stuck after</source>
        <translation>卡住阈值</translation>
    </message>
    <message>
        <source>Expiring below</source>
        <translation>即将到期阈值</translation>
    </message>
    <message>
        <source>A batch at most every</source>
        <translation>批次间隔至少</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>nothing is missing</source>
        <translation>不缺少权限</translation>
    </message>
    <message>
        <source>%1 is forbidden (%2)</source>
        <translation>禁止 %1（%2）</translation>
    </message>
    <message>
        <source>Last errors</source>
        <translation>最近的错误</translation>
    </message>
    <message numerus="yes">
        <source> (%Ln times)</source>
        <comment>an error</comment>
        <translation>
            <numerusform>（%Ln 次）</numerusform>
        </translation>
    </message>
    <message>
        <source>none in this window</source>
        <translation>此窗口中没有错误</translation>
    </message>
    <message>
        <source>Encryption</source>
        <translation>加密</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>证书</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意</translation>
    </message>
    <message>
        <source>Masters</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>Masters that cannot be reached</source>
        <translation>无法连接的主节点</translation>
    </message>
    <message numerus="yes">
        <source>out of reach since %1, %Ln known lock(s): %2</source>
        <comment>a master of a cluster</comment>
        <translation>
            <numerusform>自 %1 起无法连接，%Ln 把已知的锁：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>in any way</source>
        <comment>all locks are looked at</comment>
        <translation>任意名称</translation>
    </message>
    <message>
        <source>after a pattern of its own</source>
        <translation>符合自定义的模式</translation>
    </message>
    <message>
        <source>Keys that may not be read</source>
        <translation>无权读取的键</translation>
    </message>
    <message>
        <source>Keys that could not be read</source>
        <translation>无法读取的键</translation>
    </message>
    <message>
        <source>Why they could not</source>
        <translation>无法读取的原因</translation>
    </message>
    <message>
        <source>replica</source>
        <comment>role of a server</comment>
        <translation>副本</translation>
    </message>
    <message>
        <source>master</source>
        <comment>role of a server</comment>
        <translation>主节点</translation>
    </message>
    <message>
        <source>permitted</source>
        <translation>允许</translation>
    </message>
    <message>
        <source>nothing is missing for watching</source>
        <translation>查看所需的权限都已具备</translation>
    </message>
    <message>
        <source>Behind the server by</source>
        <translation>落后于服务器</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Read from</source>
        <comment>addresses of masters</comment>
        <translation>读取自</translation>
    </message>
</context>
<context>
    <name>EncryptionWords</name>
    <message>
        <source>encrypted, %1</source>
        <comment>the version of TLS</comment>
        <translation>已加密，%1</translation>
    </message>
    <message>
        <source>encrypted, NOT VERIFIED</source>
        <comment>nobody looked at the server&apos;s certificate</comment>
        <translation>已加密，未验证！</translation>
    </message>
    <message>
        <source>%1, %2. The server&apos;s certificate: %3, signed by %4, valid until %5.</source>
        <comment>version of TLS, cipher, name, name, date</comment>
        <translation>%1，%2。服务器证书：%3，由 %4 签发，有效期至 %5。</translation>
    </message>
    <message>
        <source>Verification is switched off: anybody between you and the server could read and change everything, also the password. Switch it on and name the CA instead.</source>
        <translation>验证已关闭：位于您与服务器之间的任何人都可以读取和更改一切，包括密码。请改为开启验证并指定 CA。</translation>
    </message>
    <message>
        <source>our certificate has ended</source>
        <translation>我方证书已过期</translation>
    </message>
    <message>
        <source>the server&apos;s certificate has ended</source>
        <translation>服务器证书已过期</translation>
    </message>
    <message numerus="yes">
        <source>our certificate ends in %Ln day(s)</source>
        <translation>
            <numerusform>我方证书将在 %Ln 天后过期</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the server&apos;s certificate ends in %Ln day(s)</source>
        <translation>
            <numerusform>服务器证书将在 %Ln 天后过期</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ErrorWords</name>
    <message>
        <source>Something in it is not understood. Correct it.</source>
        <translation>其中有内容无法理解，请更正。</translation>
    </message>
    <message>
        <source>It would have waited for itself: a fault of this program.</source>
        <translation>它会等待自己：这是本程序的缺陷。</translation>
    </message>
    <message>
        <source>The connection was closed. Connect again.</source>
        <translation>连接已关闭，请重新连接。</translation>
    </message>
    <message>
        <source>It was cancelled.</source>
        <translation>已取消。</translation>
    </message>
    <message>
        <source>The server cannot be reached. Check the address, and whether the server runs.</source>
        <translation>无法连接到服务器。请检查地址，以及服务器是否在运行。</translation>
    </message>
    <message>
        <source>The connection was lost meanwhile. Look at the lock before you repeat it.</source>
        <translation>期间连接断开。重试之前请先查看该锁。</translation>
    </message>
    <message>
        <source>The server did not answer in time. Look at the lock before you repeat it.</source>
        <translation>服务器没有及时应答。重试之前请先查看该锁。</translation>
    </message>
    <message>
        <source>What answers there does not speak the protocol of Redis. Check host and port.</source>
        <translation>对方使用的不是 Redis 协议。请检查主机和端口。</translation>
    </message>
    <message>
        <source>The encrypted connection was refused. Check the certificates and the server name.</source>
        <translation>加密连接被拒绝。请检查证书和服务器名称。</translation>
    </message>
    <message>
        <source>The server refused the user or the password. Check both.</source>
        <translation>服务器拒绝了用户或密码，请检查两者。</translation>
    </message>
    <message>
        <source>The server does not permit this to the user. Ask for the ACL rule that is missing.</source>
        <translation>服务器不允许该用户这样做。请申请所缺的 ACL 规则。</translation>
    </message>
    <message>
        <source>The server does not know the script. Try again.</source>
        <translation>服务器没有这个脚本，请重试。</translation>
    </message>
    <message>
        <source>A key of another type has the name of the lock. It was not touched; use another name.</source>
        <translation>锁的名称已被其他类型的键占用。该键未被改动；请使用其他名称。</translation>
    </message>
    <message>
        <source>This server is a replica and takes no changes. Connect to the master, or try again after the failover.</source>
        <translation>此服务器是副本，不接受更改。请连接到主节点，或在故障转移结束后重试。</translation>
    </message>
    <message>
        <source>The server is still reading its data. Try again in a moment.</source>
        <translation>服务器仍在加载数据，请稍后重试。</translation>
    </message>
    <message>
        <source>A script blocks the server. Try again when it has ended.</source>
        <translation>有脚本阻塞了服务器。请在它结束后重试。</translation>
    </message>
    <message>
        <source>The server cannot serve at present. Try again later.</source>
        <translation>服务器目前无法提供服务，请稍后重试。</translation>
    </message>
    <message>
        <source>The server&apos;s memory is full. Free some of it, or raise maxmemory.</source>
        <translation>服务器内存已满。请释放一部分内存，或调高 maxmemory。</translation>
    </message>
    <message>
        <source>The server belongs to a cluster. Connect to it as to a cluster.</source>
        <translation>该服务器属于集群，请以集群方式连接。</translation>
    </message>
    <message>
        <source>The server answered with an error.</source>
        <translation>服务器返回了错误。</translation>
    </message>
    <message>
        <source>The lock is not held by this program.</source>
        <translation>本程序没有持有该锁。</translation>
    </message>
    <message>
        <source>The hold had ended before: it expired or was taken away. Check what it protected.</source>
        <translation>持有此前已经结束：已到期或被剥夺。请检查它所保护的内容。</translation>
    </message>
    <message>
        <source>Whether it has happened is not known. Look at the lock before you repeat it.</source>
        <translation>是否已执行尚不清楚。重试之前请先查看该锁。</translation>
    </message>
    <message>
        <source>The same owner holds the lock already, and it is not reentrant.</source>
        <translation>同一持有者已持有该锁，而该锁不可重入。</translation>
    </message>
    <message>
        <source>It would wait for itself: a reader that wants to write. Release the read lock first.</source>
        <translation>它会等待自己：读者想要写入。请先释放读锁。</translation>
    </message>
    <message>
        <source>No replica confirmed the lock in time, so it was given back. Check the replicas.</source>
        <translation>没有副本及时确认该锁，因此已归还。请检查副本。</translation>
    </message>
    <message>
        <source>It failed, and nobody said why.</source>
        <translation>操作失败，原因不明。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what failed, and the program&apos;s English words</comment>
        <translation>%1（原文：%2）</translation>
    </message>
    <message>
        <source>The server wants a password, and was given none. Enter it.</source>
        <translation>服务器要求密码，但没有提供。请输入密码。</translation>
    </message>
    <message>
        <source>%1. Check the address, and whether the server runs.</source>
        <comment>%1: why there is no connection</comment>
        <translation>%1。请检查地址，以及服务器是否正在运行。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what failed, and the details, in the language of the window</comment>
        <translation>%1（详情：%2）</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>an unknown time</source>
        <comment>a duration</comment>
        <translation>未知时间</translation>
    </message>
    <message>
        <source>%1 may be dead: its deadline has passed, and this user may not ask whether it listens.</source>
        <translation>%1 可能已失效：它的截止时间已过，而当前用户无权查询它是否在监听。</translation>
    </message>
    <message>
        <source>%1 is dead; its deadline has passed, and the next client that tries drops it.</source>
        <translation>%1 已失效；它的截止时间已过，下一个尝试的客户端会将它移除。</translation>
    </message>
    <message>
        <source>%1 is dead and first in the queue: the others wait for it, %2 more at most.</source>
        <translation>%1 已失效且位于队首：其他等待者要等它，最多还要 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%1 is dead at place %n of the queue; once it is first, it costs about %2.</source>
        <translation>
            <numerusform>%1 已失效，位于队列第 %n 位；一旦排到队首，预计耗费：%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>The clock of %1 is at least %2 behind the server&apos;s.</source>
        <translation>%1 的时钟至少比服务器慢 %2。</translation>
    </message>
    <message>
        <source>The clock of %1 may be about %2 ahead of the server&apos;s.</source>
        <translation>%1 的时钟可能比服务器快约 %2。</translation>
    </message>
    <message>
        <source>Nobody is known to wait for it.</source>
        <translation>没有已知的等待者。</translation>
    </message>
    <message>
        <source>Dead waiter</source>
        <translation>已失效的等待者</translation>
    </message>
    <message>
        <source>Waiter past its deadline</source>
        <translation>等待者已过截止时间</translation>
    </message>
    <message>
        <source>First in the queue without a deadline</source>
        <translation>队首没有截止时间</translation>
    </message>
    <message>
        <source>Queue entry without a deadline</source>
        <translation>队列项没有截止时间</translation>
    </message>
    <message>
        <source>Deadline of nobody</source>
        <translation>无主的截止时间</translation>
    </message>
    <message>
        <source>Free, but queued for</source>
        <translation>空闲但有人排队</translation>
    </message>
    <message>
        <source>Leftover keys</source>
        <translation>残留的键</translation>
    </message>
    <message>
        <source>Never expires</source>
        <translation>永不到期</translation>
    </message>
    <message>
        <source>Missed heartbeat</source>
        <translation>错过心跳</translation>
    </message>
    <message>
        <source>Renewed without end</source>
        <translation>无休止地续期</translation>
    </message>
    <message>
        <source>Lease about to end</source>
        <translation>租约即将结束</translation>
    </message>
    <message>
        <source>Held for long</source>
        <translation>持有过久</translation>
    </message>
    <message>
        <source>Many wait</source>
        <translation>等待者众多</translation>
    </message>
    <message>
        <source>Two types under one name</source>
        <translation>同名的两种类型</translation>
    </message>
    <message>
        <source>Waits for itself</source>
        <translation>等待自己</translation>
    </message>
    <message>
        <source>Clock is off</source>
        <translation>时钟有偏差</translation>
    </message>
    <message>
        <source>%1 still waits, but its deadline has passed: the next client that tries pushes it out.</source>
        <translation>%1 仍在等待，但它的截止时间已过：下一个尝试的客户端会将它挤出队列。</translation>
    </message>
    <message>
        <source>%1 is first and has no deadline; if its client is dead, the lock is blocked for ever.</source>
        <translation>%1 位于队首且没有截止时间；如果它的客户端已失效，此锁将永远被阻塞。</translation>
    </message>
    <message>
        <source>%1 is dead, first, and has no deadline: nobody else ever gets this lock.</source>
        <translation>%1 已失效，位于队首且没有截止时间：其他人永远得不到此锁。</translation>
    </message>
    <message>
        <source>%1 is first and has no deadline; if it dies now, the lock is blocked for ever.</source>
        <translation>%1 位于队首且没有截止时间；如果它现在崩溃，此锁将永远被阻塞。</translation>
    </message>
    <message numerus="yes">
        <source>%1 at place %n has no deadline: if it is dead, it blocks the lock once it is first.</source>
        <translation>
            <numerusform>第 %n 位的 %1 没有截止时间：如果它已失效，一旦排到队首就会阻塞此锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is a deadline of %1, which is not in the queue.</source>
        <translation>%1 有截止时间，却不在队列中。</translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds it, yet %Ln waiter(s) do not take it.</source>
        <translation>
            <numerusform>没有人持有它，但 %Ln 个等待者都没有获取它。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds it; %Ln dead queue entries are left.</source>
        <translation>
            <numerusform>没有人持有它；残留 %Ln 个已失效的队列项。</numerusform>
        </translation>
    </message>
    <message>
        <source>Held without expiry: if its holder dies, nothing frees it. %1</source>
        <translation>持有但没有到期时间：如果持有者崩溃，锁将永远不会释放。%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 may have missed %n heartbeat(s), due every %2; the lock is lost in %3.</source>
        <translation>
            <numerusform>%1 可能错过了 %n 次心跳（每 %2一次）；%3后将失去此锁。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 missed %n heartbeat(s), due every %2; the lock is lost in %3.</source>
        <translation>
            <numerusform>%1 错过了 %n 次心跳（每 %2一次）；%3后将失去此锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has renewed it for %2, where %3 is usual: possibly nobody works any more.</source>
        <translation>%1 已续期 %2，而通常只需 %3：可能已经没有人在工作。</translation>
    </message>
    <message>
        <source>The lease of %1 ends in %2 and nobody renews it.</source>
        <translation>%1 的租约将在 %2后结束，没有人续期。</translation>
    </message>
    <message>
        <source>Held for %1, where %2 is usual. %3</source>
        <translation>持有时间：%1；通常为 %2。%3</translation>
    </message>
    <message>
        <source>Held for %1. %3</source>
        <translation>持有时间：%1。%3</translation>
    </message>
    <message>
        <source>Possibly fields of two lock types lie under this name.</source>
        <translation>此名称下可能有两种锁类型的字段。</translation>
    </message>
    <message>
        <source>Fields of two lock types lie under this name.</source>
        <translation>此名称下有两种锁类型的字段。</translation>
    </message>
    <message>
        <source>%1 is the only reader, for %2, and somebody waits: if it is itself, it waits for ever.</source>
        <translation>%1 是唯一的读者，已 %2，并且有人在等待：如果等待的就是它自己，它将永远等下去。</translation>
    </message>
    <message>
        <source>%1 reads and waits for the same lock: it waits for itself.</source>
        <translation>%1 正在读，同时在等待同一把锁：它在等待自己。</translation>
    </message>
    <message>
        <source>A fair lock is given in the order of its queue. This waiter&apos;s client has gone without leaving the queue, and nobody listens on its channel any more. The others do not skip it before its deadline.</source>
        <translation>公平锁按队列顺序授予。此等待者的客户端没有离开队列就消失了，它的频道上已无人监听。在它的截止时间之前，其他等待者不会越过它。</translation>
    </message>
    <message>
        <source>A waiter may be dropped once its deadline has passed, even if it is alive. It then joins the queue again, at the end. This happens after long waits, or if a client&apos;s clock is off.</source>
        <translation>等待者一旦过了截止时间就可能被移除，即使它仍在运行。之后它会重新排到队尾。这会发生在长时间等待之后，或客户端时钟有偏差时。</translation>
    </message>
    <message>
        <source>Every entry of the queue should have a deadline, after which the others may drop it. This one has none, so nobody ever drops it. It comes from an interrupted or foreign command.</source>
        <translation>队列中的每一项都应有截止时间，过后其他人可以将它移除。这一项没有，因此永远不会被移除。它来自中断的或外来的命令。</translation>
    </message>
    <message>
        <source>The list of deadlines has an entry that the queue does not have. It comes from an interrupted or foreign command, and would confuse that waiter&apos;s next try.</source>
        <translation>截止时间列表中有一项不在队列中。它来自中断的或外来的命令，会干扰该等待者的下一次尝试。</translation>
    </message>
    <message>
        <source>A released fair lock is announced to the first waiter, which takes it within milliseconds. Here that did not happen: the message was lost, or the client hangs.</source>
        <translation>公平锁释放后会通知队首等待者，它会在几毫秒内获取锁。这里没有发生：消息丢失了，或客户端停滞了。</translation>
    </message>
    <message>
        <source>The queue of a fair lock has no expiry of its own. Its clients died while they waited, and nobody has tried the lock since.</source>
        <translation>公平锁的队列本身没有到期时间。它的客户端在等待时崩溃了，此后没有人再尝试过此锁。</translation>
    </message>
    <message>
        <source>A lock should have a lease, so that Redis frees it if its holder dies. A watchdog would have set one within seconds: the key was persisted or written by something else.</source>
        <translation>锁应当有租约，这样持有者崩溃时 Redis 会释放它。看门狗会在几秒内设置租约：此键被设为持久，或是由其他程序写入的。</translation>
    </message>
    <message>
        <source>The holder&apos;s watchdog renewed the lease regularly, and stopped. Its process hangs (garbage collection, overload), lost its connection, or died.</source>
        <translation>持有者的看门狗曾定期续期，后来停止了。它的进程停滞（垃圾回收、过载）、断开了连接，或已崩溃。</translation>
    </message>
    <message>
        <source>The watchdog renews as long as its process lives, even if the work that took the lock was given up or its release failed. Whether somebody still works, Redis cannot tell.</source>
        <translation>只要进程还在，看门狗就会续期，即使获取锁的工作已放弃或释放失败。是否仍有人在工作，Redis 无法得知。</translation>
    </message>
    <message>
        <source>The lock has been held for longer than the threshold.</source>
        <translation>此锁被持有的时间超过了阈值。</translation>
    </message>
    <message>
        <source>Two programs use one name for locks of different types. Neither sees the other&apos;s fields: both may hold the lock at once, or neither can release it.</source>
        <translation>两个程序用同一个名称表示不同类型的锁。双方都看不到对方的字段：两者可能同时持有锁，或都无法释放。</translation>
    </message>
    <message>
        <source>A read lock cannot be turned into a write lock: whoever reads and asks to write waits until it stops reading. Redis does not say who waits to write; it may be somebody else.</source>
        <translation>读锁不能升级为写锁：正在读又请求写的线程要等到自己停止读。Redis 不说明是谁在等待写，也可能是别人。</translation>
    </message>
    <message>
        <source>A read lock cannot be turned into a write lock: whoever reads and asks to write waits until it stops reading, which it never does.</source>
        <translation>读锁不能升级为写锁：正在读又请求写的线程要等到自己停止读，而这永远不会发生。</translation>
    </message>
    <message>
        <source>Fair queues go by the clocks of their clients. The deadline that this one set had passed before it came.</source>
        <translation>公平队列依据各客户端的时钟。此客户端开始排队之前，它设置的截止时间就已经过去。</translation>
    </message>
    <message>
        <source>Fair queues go by the clocks of their clients. The first deadline lies further ahead than lease and usual wait explain. It may also just be very patient.</source>
        <translation>公平队列依据各客户端的时钟。首个截止时间比租约与通常等待所能解释的更远。也可能只是该客户端愿意等待很久。</translation>
    </message>
    <message>
        <source>Nothing more: the next client that tries drops it.</source>
        <translation>没有更多影响：下一个尝试的客户端会将它移除。</translation>
    </message>
    <message>
        <source>Everybody behind it waits %1 longer.</source>
        <translation>它后面的所有等待者都要多等 %1。</translation>
    </message>
    <message>
        <source>It may lose its place.</source>
        <translation>它可能失去自己的位置。</translation>
    </message>
    <message>
        <source>If it is dead: everybody behind it waits for ever.</source>
        <translation>如果它已失效：后面的所有等待者将永远等待。</translation>
    </message>
    <message>
        <source>Nothing until it is first; then, if it is dead, everybody behind it waits for ever.</source>
        <translation>在排到队首之前没有影响；之后如果它已失效，后面的所有等待者将永远等待。</translation>
    </message>
    <message>
        <source>Nothing now.</source>
        <translation>目前没有影响。</translation>
    </message>
    <message>
        <source>The waiters wait until one of them tries again by itself.</source>
        <translation>等待者要等到其中某一个自行重试。</translation>
    </message>
    <message>
        <source>A little memory; and the next client that comes may wait for the dead.</source>
        <translation>占用少量内存；下一个到来的客户端可能要等待已失效的项。</translation>
    </message>
    <message>
        <source>If the holder is dead, everybody else waits for ever. %1</source>
        <translation>如果持有者已失效，其他人将永远等待。%1</translation>
    </message>
    <message>
        <source>In %1 Redis frees the lock. If the holder wakes up after that, two work at once.</source>
        <translation>%1后 Redis 会释放此锁。如果持有者之后恢复，将有两方同时工作。</translation>
    </message>
    <message>
        <source>If the work takes longer than %1, somebody else may enter meanwhile.</source>
        <translation>如果工作需要超过 %1，其他人可能会同时进入。</translation>
    </message>
    <message>
        <source>The lock does not protect what it should.</source>
        <translation>此锁没有起到应有的保护作用。</translation>
    </message>
    <message>
        <source>The thread hangs, and everybody who wants to write with it.</source>
        <translation>该线程停滞，所有想写的人也随之停滞。</translation>
    </message>
    <message>
        <source>Living waiters are pushed out of the queue too early, or dead ones stay too long.</source>
        <translation>仍在运行的等待者过早被挤出队列，或已失效的停留过久。</translation>
    </message>
    <message>
        <source>Evict it: it is removed only if it still stands there and still nobody listens for it; the next that lives is told.</source>
        <translation>移除它：仅当它仍在原处且仍无人监听时才会移除；随后通知下一个仍在运行的等待者。</translation>
    </message>
    <message>
        <source>Repair the queue: waiters that live get a new deadline and keep their places.</source>
        <translation>修复队列：仍在运行的等待者获得新的截止时间并保留位置。</translation>
    </message>
    <message>
        <source>Repair the queue: the dead are removed, the living get a deadline and keep their places.</source>
        <translation>修复队列：移除已失效的，仍在运行的获得截止时间并保留位置。</translation>
    </message>
    <message>
        <source>Wake the next: the first waiter is told once more. If it does not come, look at its process.</source>
        <translation>唤醒下一个：再次通知队首等待者。如果它不来，请检查它的进程。</translation>
    </message>
    <message>
        <source>Repair the queue: the dead are removed, and the first that lives is told.</source>
        <translation>修复队列：移除已失效的，并通知第一个仍在运行的等待者。</translation>
    </message>
    <message>
        <source>Repair the queue: what belongs to the dead is removed. Nobody who lives is touched.</source>
        <translation>修复队列：移除已失效等待者留下的内容。不会影响任何仍在运行的等待者。</translation>
    </message>
    <message>
        <source>Give it a lease: if a watchdog lives, it renews it; if not, Redis frees the lock at its end.</source>
        <translation>给它设置租约：如果看门狗仍在运行，会续期；否则租约结束时 Redis 会释放此锁。</translation>
    </message>
    <message>
        <source>Look at the holder&apos;s process. There is no need to act here: the lease ends by itself.</source>
        <translation>检查持有者的进程。这里无需操作：租约会自行结束。</translation>
    </message>
    <message>
        <source>Ask the holder&apos;s process what it does. Release by force only if you know that nobody works; otherwise two will work at once.</source>
        <translation>查看持有者的进程在做什么。只有确知没有人在工作时才强制释放；否则将有两方同时工作。</translation>
    </message>
    <message>
        <source>Nothing, if the work is nearly done. Otherwise extend the lease, and use a watchdog next time.</source>
        <translation>如果工作即将完成，则无需操作。否则请延长租约，下次使用看门狗。</translation>
    </message>
    <message>
        <source>Look at the holder first. Release by force only if you know that it is dead or done.</source>
        <translation>先检查持有者。只有确知它已失效或已完成时才强制释放。</translation>
    </message>
    <message>
        <source>Look at what the holder does, and whether the lock could be finer.</source>
        <translation>检查持有者在做什么，以及锁的粒度能否更细。</translation>
    </message>
    <message>
        <source>Give the two uses different names. There is no repair that is safe for both.</source>
        <translation>为两种用途使用不同的名称。没有对双方都安全的修复方法。</translation>
    </message>
    <message>
        <source>Restart the thread, which frees the lock. Release by force only if you know that it does not read any more.</source>
        <translation>重启该线程即可释放此锁。只有确知它不再读时才强制释放。</translation>
    </message>
    <message>
        <source>Set the clock of its machine (NTP).</source>
        <translation>校准它所在机器的时钟（NTP）。</translation>
    </message>
    <message>
        <source>Wait: others still read. The last one that leaves frees the lock.</source>
        <translation>等待：其他读者仍在读。最后离开的读者会释放此锁。</translation>
    </message>
    <message>
        <source>Wait for the lease to end, or make sure that the reader is gone, and release by force.</source>
        <translation>等待租约结束，或在确认该读者已不存在后强制释放。</translation>
    </message>
    <message>
        <source>Evict waiter…</source>
        <translation>移除等待者…</translation>
    </message>
    <message>
        <source>Repair queue…</source>
        <translation>修复队列…</translation>
    </message>
    <message>
        <source>Wake the next…</source>
        <translation>唤醒下一个…</translation>
    </message>
    <message>
        <source>Force-release…</source>
        <translation>强制释放…</translation>
    </message>
    <message>
        <source>Force-expire…</source>
        <translation>强制到期…</translation>
    </message>
    <message>
        <source>%1 may be dead: nobody listens for it under this name, but clients of this queue have a NameMapper.</source>
        <translation>%1 可能已失效：没有人以此名称为它监听，但该队列的客户端使用了 NameMapper。</translation>
    </message>
    <message>
        <source>Its clients have a NameMapper: whether they live cannot be seen here. Evict nobody, and do not repair the queue.</source>
        <translation>其客户端使用了 NameMapper：此处无法得知它们是否存活。请勿移除任何等待者，也不要修复该队列。</translation>
    </message>
    <message>
        <source>at least %1</source>
        <comment>a duration</comment>
        <translation>至少 %1</translation>
    </message>
    <message numerus="yes">
        <source>Possible deadlock: %1 holds it and may wait for %2. If so, %n lock(s) form a ring of waits, and nobody gets on.</source>
        <translation>
            <numerusform>可能死锁：%1 持有它，并可能在等待 %2。若果真如此，则有 %n 把锁形成循环等待，谁也无法继续。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deadlock: %1 holds it and waits for %2. %n lock(s) form a ring of waits, and nobody gets on.</source>
        <translation>
            <numerusform>死锁：%1 持有它，并在等待 %2。有 %n 把锁形成循环等待，谁也无法继续。</numerusform>
        </translation>
    </message>
    <message>
        <source>Deadlock</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>Of locks without a queue Redis does not say who waits. Somebody was seen to try for them; whether it still does, nobody knows.</source>
        <translation>对于没有队列的锁，Redis 不会说明谁在等待。曾看到有线程尝试获取它们；它是否仍在等待，无从得知。</translation>
    </message>
    <message>
        <source>Each thread of the ring holds a lock that another one of them waits for. That ends when one of them gives up, or a lease runs out. It cannot happen where everybody takes locks in the same order.</source>
        <translation>环中的每个线程都持有另一个线程正在等待的锁。只有其中一个放弃等待，或某个租约到期，僵局才会结束。如果所有线程都按同样的顺序获取锁，就不会发生这种情况。</translation>
    </message>
    <message>
        <source>All threads of the ring hang, and everybody who waits for one of its locks with them.</source>
        <translation>环中的所有线程都会卡住，等待其中任何一把锁的线程也一样。</translation>
    </message>
    <message>
        <source>Stop one of the threads, or restart its client: its locks go, and the others get on. Release by force only if you know that its holder does not work any more; it would not notice.</source>
        <translation>停止其中一个线程，或重启它的客户端：它的锁会被释放，其他线程得以继续。只有确知持有者不再工作时才强制释放；它不会察觉锁已被释放。</translation>
    </message>
    <message>
        <source>No queue under its name</source>
        <translation>队列的键名被占用</translation>
    </message>
    <message>
        <source>A key of another type has the name of its queue, or of the queue&apos;s deadlines.</source>
        <translation>其队列或队列截止时间的键名被另一种类型的键占用。</translation>
    </message>
    <message>
        <source>A fair lock keeps its waiters in a list and a sorted set beside the lock. Redis refuses each command on them (WRONGTYPE) as long as something else has their names.</source>
        <translation>公平锁把等待者保存在锁旁边的一个列表和一个有序集合中。只要这些键名被其他内容占用，Redis 就会拒绝对它们的每个命令（WRONGTYPE）。</translation>
    </message>
    <message>
        <source>Whoever wants this lock as a fair one gets an error. Locks of other types are not touched.</source>
        <translation>想以公平锁方式获取此锁的客户端都会出错。其他类型的锁不受影响。</translation>
    </message>
    <message>
        <source>Find out whose key it is: the tab Keys names it. Rename or delete it in Redis if nobody needs it.</source>
        <translation>弄清这是谁的键：“键”标签页列出了它。如果没有人需要它，请在 Redis 中改名或删除。</translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln more such entries in what was read of it.</source>
        <translation>
            <numerusform>在已读取的部分中还有 %Ln 个这样的条目。</numerusform>
        </translation>
    </message>
    <message>
        <source>None of those who wait for it is known to be alive.</source>
        <translation>等待它的客户端中，没有一个已知仍然存活。</translation>
    </message>
    <message>
        <source>Whoever wants it waits until it is released.</source>
        <translation>想要它的客户端都要等到它被释放。</translation>
    </message>
    <message numerus="yes">
        <source>It has %Ln waiter(s).</source>
        <translation>
            <numerusform>有 %Ln 个等待者。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %Ln waiter(s) at once.</source>
        <translation>
            <numerusform>同时有 %Ln 个等待者。</numerusform>
        </translation>
    </message>
    <message>
        <source>This lock has more waiters than the threshold. It may be too coarse, or its holder too slow.</source>
        <translation>此锁的等待者超过阈值。它的粒度可能过粗，或者持有者过慢。</translation>
    </message>
    <message>
        <source>%1 is dead and first in the queue: whoever comes waits for it, %2 more at most.</source>
        <translation>%1 已失效且位于队首：后来者要等它，最多还要 %2。</translation>
    </message>
    <message>
        <source>Reader past its deadline</source>
        <translation>超过截止时间的读者</translation>
    </message>
    <message>
        <source>%1 is past its own deadline: dead, paused, or still at work after the end of its fixed lease. It blocks writers for %2.</source>
        <translation>%1 已过其自身的期限：可能已失效、被暂停，或在固定租约结束后仍在工作。它还会阻挡写者 %2。</translation>
    </message>
    <message>
        <source>%1 is past its own deadline: dead, paused, or still at work after the end of its fixed lease. The others keep its entry alive.</source>
        <translation>%1 已过其自身的期限：可能已失效、被暂停，或在固定租约结束后仍在工作。其他读者使它的条目继续存在。</translation>
    </message>
    <message>
        <source>No watchdog has renewed it: it was taken with a fixed lease, or its client is dead. When the lease ends, Redis frees the lock, whether or not the work is done.</source>
        <translation>没有看门狗为它续期：它是以固定租约获取的，或其客户端已失效。租约结束时，无论工作是否完成，Redis 都会释放该锁。</translation>
    </message>
    <message>
        <source>Each reader keeps a deadline of its own beside the lock. Those of this reader are all gone: it died, its process is paused, or it is still at work after the end of its fixed lease; but its entry still counts. One that lives still believes that it reads. Or its client is Redisson 3.44 to 3.52, which forgets deadlines of readers that are alive.</source>
        <translation>每个读者在锁旁都有自己的期限。该读者的期限已全部消失：它已失效、其进程被暂停，或在固定租约结束后仍在工作；但它的条目仍然有效。仍在运行的读者依然以为自己在读。也可能其客户端是 Redisson 3.44 至 3.52，这些版本会丢失仍在运行的读者的期限。</translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds it, but nobody has told the %Ln client(s) that wait for it.</source>
        <translation>
            <numerusform>没有人持有它，但没有人通知等待它的 %Ln 个客户端。</numerusform>
        </translation>
    </message>
    <message>
        <source>Free, but nobody told</source>
        <translation>空闲，但无人被通知</translation>
    </message>
    <message>
        <source>Who waits for a lock sleeps until its release is published, or until the lease that it saw is over. This one ended without a message: its key was deleted, perhaps by hand, or it expired or was lost.</source>
        <translation>等待锁的客户端会休眠，直到收到释放消息，或直到它看到的租约结束。这把锁结束时没有发出消息：它的键被删除（也许是手动删除），或者已过期或丢失。</translation>
    </message>
    <message>
        <source>Wake the next: who listens is told that the lock is free. Who does not come then does not wait for it: look at its process.</source>
        <translation>唤醒下一个：告知监听者锁已空闲。之后仍不来取锁的并不是在等待它：请检查其进程。</translation>
    </message>
    <message>
        <source>They sleep although they could have it, for %1 more at most: until the lease that they saw would have ended.</source>
        <translation>它们本可以获得锁，却仍在休眠，最多还要 %1：直到它们所见的租约本应结束之时。</translation>
    </message>
    <message>
        <source>They sleep although they could have it: until the lease that they saw would have ended, and for ever if it had no end.</source>
        <translation>它们本可以获得锁，却仍在休眠：直到它们所见的租约本应结束之时；若该租约没有期限，则永远休眠。</translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds it, yet %Ln client(s) wait for it: perhaps nobody has told them.</source>
        <translation>
            <numerusform>没有人持有它，但有 %Ln 个客户端在等待：也许没有人通知它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Who waits for a lock sleeps until its release is published, or until the lease that it saw is over. This one was free when it was found, and no message has come since: perhaps its key was deleted by hand before. Otherwise the clients were told, and hang.</source>
        <translation>等待锁的客户端会一直休眠，直到锁的释放被发布，或它所见的租约结束。这把锁被发现时已是空闲的，此后也没有消息到来：也许它的键在此之前被手动删除。否则就是客户端已得到通知，却挂起了。</translation>
    </message>
    <message numerus="yes">
        <source>%1 is dead at place %n of the queue.</source>
        <translation>
            <numerusform>%1 已失效，位于队列第 %n 位。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing until it is first; then whoever is behind it waits until its deadline has passed.</source>
        <translation>在它排到队首之前没有影响；之后，排在它后面的要等到它的截止时间过去。</translation>
    </message>
    <message>
        <source>Whoever comes waits for the dead, %1 more at most.</source>
        <translation>后来者要等待已失效的条目，最多还要 %1。</translation>
    </message>
</context>
<context>
    <name>HoldFacts</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>names of locks</comment>
        <translation>
            <numerusform>%1 以及另外 %Ln 个</numerusform>
        </translation>
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
        <source>%1 and %Ln other(s)</source>
        <comment>holders of a lock</comment>
        <translation>
            <numerusform>%1 (+%Ln)</numerusform>
        </translation>
    </message>
    <message>
        <source>held by %1 for %2</source>
        <comment>%1 is who, %2 how long</comment>
        <translation>由 %1 持有 %2</translation>
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
        <source>%Ln in its queue were not read, and may live.</source>
        <comment>clients in a long queue</comment>
        <translation>
            <numerusform>其队列中有 %Ln 个未读取，可能仍存活。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s).</source>
        <comment>how many wait in a queue</comment>
        <translation>
            <numerusform>%Ln 个等待者。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) wait.</source>
        <translation>
            <numerusform>有 %Ln 个客户端在等待。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were not read, and may be dead.</source>
        <comment>clients in a long queue</comment>
        <translation>
            <numerusform>其中 %Ln 个没有读取，可能已失效。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Next is %2.</source>
        <comment>%1: the sentence how many wait</comment>
        <translation>%1下一个是 %2。</translation>
    </message>
    <message numerus="yes">
        <source>Its client also holds %Ln lock(s): %1.</source>
        <translation>
            <numerusform>其客户端还持有 %Ln 把锁：%1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It stands in the queue of %Ln other lock(s): %1.</source>
        <comment>the client of a holder</comment>
        <translation>
            <numerusform>它还在另外 %Ln 把锁的队列中：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Its lease was renewed %1 ago: its process was alive then.</source>
        <comment>%1: duration</comment>
        <translation>租约在 %1前续期：当时其进程还活着。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead waiter(s) will be removed from its queue.</source>
        <translation>
            <numerusform>%Ln 个已失效的等待者将从队列中移除。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (writes and reads, entered %2 times)</source>
        <comment>a holder, its entries of both kinds</comment>
        <translation>%1（既写又读，进入 %2 次）</translation>
    </message>
    <message>
        <source>Who waits is not known: this user may not read its queue.</source>
        <translation>不知道谁在等待：此用户无权读取其队列。</translation>
    </message>
    <message numerus="yes">
        <source>Past their own deadlines: %Ln reader(s), dead, paused, or still at work after the end of a fixed lease.</source>
        <translation>
            <numerusform>已过自身期限的读者：%Ln 个，可能已失效、被暂停，或在固定租约结束后仍在工作。</numerusform>
        </translation>
    </message>
    <message>
        <source>Each reader&apos;s own lease is cut to that time, too: one whose watchdog lives renews its own and keeps the lock; the others, who are not told, keep no writer out after that.</source>
        <translation>每个读者自己的租约也会缩短到该时间：看门狗仍在运行的读者会续期并保住锁；其他读者不会得到通知，此后不再阻挡写者。</translation>
    </message>
</context>
<context>
    <name>HoldWords</name>
    <message>
        <source>Reentrant</source>
        <comment>kind of a lock</comment>
        <translation>可重入锁</translation>
    </message>
    <message>
        <source>Fair</source>
        <comment>kind of a lock</comment>
        <translation>公平锁</translation>
    </message>
    <message>
        <source>Read lock</source>
        <comment>kind of a lock: the read side of a read-write lock</comment>
        <translation>读锁</translation>
    </message>
    <message>
        <source>Write lock</source>
        <comment>kind of a lock: the write side of a read-write lock</comment>
        <translation>写锁</translation>
    </message>
    <message>
        <source>Fenced</source>
        <comment>kind of a lock</comment>
        <translation>防护锁</translation>
    </message>
    <message>
        <source>Spin</source>
        <comment>kind of a lock</comment>
        <translation>自旋锁</translation>
    </message>
    <message>
        <source>Non-reentrant</source>
        <comment>kind of a lock</comment>
        <translation>不可重入锁</translation>
    </message>
    <message>
        <source>Non-reentrant, fair</source>
        <comment>kind of a lock</comment>
        <translation>不可重入公平锁</translation>
    </message>
    <message>
        <source>Semaphore</source>
        <comment>kind of a lock</comment>
        <translation>信号量</translation>
    </message>
    <message>
        <source>Permit with an end</source>
        <comment>kind of a lock: expirable permit of a semaphore</comment>
        <translation>有期限的许可</translation>
    </message>
    <message>
        <source>Multi</source>
        <comment>kind of a lock</comment>
        <translation>联锁</translation>
    </message>
    <message>
        <source>RedLock</source>
        <comment>kind of a lock</comment>
        <translation>红锁</translation>
    </message>
    <message>
        <source>One owner at a time, who may enter it again; whoever is fastest gets it next.</source>
        <translation>同一时间只有一个持有者，可重复进入；谁最快谁先得到。</translation>
    </message>
    <message>
        <source>As a reentrant lock, but served in the order in which clients came.</source>
        <translation>与可重入锁相同，但按客户端到来的顺序授予。</translation>
    </message>
    <message>
        <source>Shared with other readers; keeps writers out.</source>
        <translation>与其他读者共享；排斥写者。</translation>
    </message>
    <message>
        <source>Keeps readers and other writers out.</source>
        <translation>排斥读者和其他写者。</translation>
    </message>
    <message>
        <source>As a reentrant lock, with a token that grows, by which a late writer can be refused.</source>
        <translation>与可重入锁相同，另有递增的令牌，可用于拒绝迟到的写者。</translation>
    </message>
    <message>
        <source>As a reentrant lock, but without messages: who waits asks again and again.</source>
        <translation>与可重入锁相同，但没有消息：等待者反复询问。</translation>
    </message>
    <message>
        <source>One owner at a time, who cannot enter it again.</source>
        <translation>同一时间只有一个持有者，且不能重复进入。</translation>
    </message>
    <message>
        <source>As a fair lock, but its owner cannot enter it again.</source>
        <translation>与公平锁相同，但持有者不能重复进入。</translation>
    </message>
    <message>
        <source>Takes one permit. Nobody knows whose it is: if this program dies, it is lost.</source>
        <translation>获取一个许可。没有人知道它属于谁：如果本程序崩溃，许可就丢失了。</translation>
    </message>
    <message>
        <source>Takes one permit with an id. If this program dies, it comes back by itself.</source>
        <translation>获取一个带编号的许可。若本程序终止，它会自行归还。</translation>
    </message>
    <message>
        <source>Several locks at once, all or none.</source>
        <translation>同时获取多把锁，全部成功或全部放弃。</translation>
    </message>
    <message>
        <source>One lock on several servers, held where most of them agree.</source>
        <translation>在多台服务器上的一把锁，多数服务器同意即为持有。</translation>
    </message>
    <message>
        <source>waiting</source>
        <comment>state of an own lock</comment>
        <translation>等待中</translation>
    </message>
    <message>
        <source>held</source>
        <comment>state of an own lock</comment>
        <translation>持有中</translation>
    </message>
    <message>
        <source>lost: its lease ended</source>
        <comment>state of an own lock</comment>
        <translation>已失去：租约结束</translation>
    </message>
    <message>
        <source>its lease ended</source>
        <comment>why a lock of ours is lost</comment>
        <translation>租约已结束</translation>
    </message>
    <message>
        <source>Releasing %1 did not succeed. %2</source>
        <comment>%1: name of a lock; %2: sentence</comment>
        <translation>释放 %1 未成功。%2</translation>
    </message>
    <message>
        <source>being released…</source>
        <comment>state of an own lock</comment>
        <translation>正在释放…</translation>
    </message>
    <message>
        <source>lost: taken or deleted</source>
        <comment>state of an own lock</comment>
        <translation>已失去：被夺走或删除</translation>
    </message>
    <message>
        <source>it was taken away or deleted</source>
        <comment>why a lock of ours is lost</comment>
        <translation>已被夺走或删除</translation>
    </message>
    <message>
        <source>lost</source>
        <comment>state of an own lock</comment>
        <translation>已失去</translation>
    </message>
    <message>
        <source>it is gone</source>
        <comment>why a lock of ours is lost</comment>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>not known since a failover</source>
        <comment>state of an own permit</comment>
        <translation>故障转移后状态未知</translation>
    </message>
    <message>
        <source>Another server took over, or the same one was started anew.</source>
        <translation>另一台服务器已接管，或同一台服务器已重新启动。</translation>
    </message>
    <message>
        <source>Nobody can tell whether the semaphore still counts this permit.</source>
        <translation>无法得知信号量是否仍计入此许可。</translation>
    </message>
    <message>
        <source>Only “Release” gives it back: the semaphore might have one too many then.</source>
        <translation>只有“释放”才会归还它：那样信号量可能会多出一个许可。</translation>
    </message>
</context>
<context>
    <name>ImportPlan</name>
    <message>
        <source>The file is too large to be an export of profiles.</source>
        <translation>文件太大，不可能是导出的连接配置。</translation>
    </message>
    <message>
        <source>This file is not an export of profiles.</source>
        <translation>此文件不是导出的连接配置。</translation>
    </message>
    <message>
        <source>There are no profiles in this file.</source>
        <translation>此文件中没有连接配置。</translation>
    </message>
</context>
<context>
    <name>LockFilter</name>
    <message>
        <source>“%1” needs a number, as in %1&gt;3.</source>
        <translation>“%1”需要一个数字，例如 %1&gt;3。</translation>
    </message>
    <message>
        <source>“%1” needs a duration, as in %1&lt;5s; units are ms, s, m and h.</source>
        <translation>“%1”需要一个时长，例如 %1&lt;5s；单位为 ms、s、m 和 h。</translation>
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
        <source>A quotation mark is open: close it with another one.</source>
        <translation>引号没有闭合：请用另一个引号闭合。</translation>
    </message>
    <message>
        <source>This is nested too deeply.</source>
        <translation>嵌套过深。</translation>
    </message>
    <message>
        <source>“%1” stands between two terms, as in state:stuck or type:fair; put it in quotes if it is a name.</source>
        <translation>“%1”应位于两个条件之间，例如 state:stuck or type:fair；如果它是名称，请加引号。</translation>
    </message>
    <message>
        <source>Something is missing here: a name, or a term like type:fair.</source>
        <translation>此处缺少内容：名称，或 type:fair 这样的条件。</translation>
    </message>
    <message>
        <source>A parenthesis is open: close it with ).</source>
        <translation>括号没有闭合：请用 ) 闭合。</translation>
    </message>
    <message>
        <source>There is no anomaly “%1”. Anomalies are: %2.</source>
        <translation>没有名为“%1”的异常。可用的异常：%2。</translation>
    </message>
    <message>
        <source>“%1:” needs a value, as in %1:%2.</source>
        <translation>“%1:”需要一个值，例如 %1:%2。</translation>
    </message>
    <message>
        <source>“%1” has nothing in front of it. Write it without spaces, as in waiters&gt;3; put a name in quotes.</source>
        <translation>“%1”前面没有内容。请不要加空格，例如 waiters&gt;3；如果是名称，请加引号。</translation>
    </message>
    <message>
        <source>“%1” cannot be compared. These can: %2. For a name, put it in quotes.</source>
        <translation>“%1”不能比较。可以比较的有：%2。如果是名称，请加引号。</translation>
    </message>
    <message>
        <source>There is no “%1”. Did you mean %2?</source>
        <translation>没有“%1”。您是否想写 %2？</translation>
    </message>
    <message>
        <source>name of the lock, with * and ?</source>
        <translation>锁的名称，可用 * 和 ?</translation>
    </message>
    <message>
        <source>type of the lock</source>
        <translation>锁的类型</translation>
    </message>
    <message>
        <source>its state now</source>
        <translation>当前状态</translation>
    </message>
    <message>
        <source>how a read-write lock is held</source>
        <translation>读写锁的持有方式</translation>
    </message>
    <message>
        <source>client or thread that holds it</source>
        <translation>持有它的客户端或线程</translation>
    </message>
    <message>
        <source>client or thread in its queue</source>
        <translation>队列中的客户端或线程</translation>
    </message>
    <message>
        <source>holds it or waits for it</source>
        <translation>持有或等待它</translation>
    </message>
    <message>
        <source>something is wrong with it</source>
        <translation>存在的问题</translation>
    </message>
    <message>
        <source>how often it was entered</source>
        <translation>进入的次数</translation>
    </message>
    <message>
        <source>fencing token</source>
        <translation>防护令牌</translation>
    </message>
    <message>
        <source>what is left of its lease</source>
        <translation>租约的剩余时间</translation>
    </message>
    <message>
        <source>how long it has been held</source>
        <translation>已持有的时间</translation>
    </message>
    <message>
        <source>how long ago its lease was renewed</source>
        <translation>其租约上次续期距今多久</translation>
    </message>
    <message>
        <source>“ttl” needs a duration, as in ttl&lt;5s; units are ms, s, m and h. What never expires is ttl:never.</source>
        <translation>“ttl”需要一个时长，例如 ttl&lt;5s；单位为 ms、s、m 和 h。永不过期写作 ttl:never。</translation>
    </message>
    <message>
        <source>how many wait, without the dead</source>
        <translation>等待者数量，不含已失效的</translation>
    </message>
    <message>
        <source>its lease never ends</source>
        <translation>租约永不结束</translation>
    </message>
</context>
<context>
    <name>LostAnswer</name>
    <message>
        <source>So far, nobody has come or gone. If it stays so, close this and try again.</source>
        <translation>到目前为止没有谁来过或离开。若一直如此，请关闭此窗口后重试。</translation>
    </message>
    <message>
        <source>What became of it is said here once the server answers.</source>
        <translation>服务器应答后，这里会说明结果。</translation>
    </message>
</context>
<context>
    <name>ObstacleText</name>
    <message>
        <source>the last snapshot failed: the server may refuse to write</source>
        <translation>上次快照失败：服务器可能拒绝写入</translation>
    </message>
    <message>
        <source>memory is full: no lock can be taken</source>
        <translation>内存已满：无法获取锁</translation>
    </message>
    <message>
        <source>too few replicas: no lock can be taken, renewed or released</source>
        <translation>副本不足：锁无法获取、续期或释放</translation>
    </message>
    <message>
        <source>the append-only file cannot be written: no lock can be taken, renewed or released</source>
        <translation>无法写入追加文件：锁无法获取、续期或释放</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>%1: what is wrong; %2: address of a server</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>%1: address of a server; %2: what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The last snapshot failed: the server refuses to write, unless stop-writes-on-bgsave-error is “no”.</source>
        <translation>上次快照失败：除非 stop-writes-on-bgsave-error 为“no”，否则服务器拒绝写入。</translation>
    </message>
    <message>
        <source>The server&apos;s memory is full: no lock can be taken. Held ones can be renewed and released.</source>
        <translation>服务器内存已满：无法获取锁。已持有的锁可以续期和释放。</translation>
    </message>
    <message>
        <source>None of the replicas that min-replicas-to-write demands is there: no lock can be taken, renewed or released.</source>
        <translation>min-replicas-to-write 所要求的副本一个都不在：锁无法获取、续期或释放。</translation>
    </message>
    <message>
        <source>The append-only file cannot be written: no lock can be taken, renewed or released.</source>
        <translation>无法写入追加文件：锁无法获取、续期或释放。</translation>
    </message>
</context>
<context>
    <name>ObstacleWords</name>
    <message>
        <source>There is no connection.</source>
        <translation>没有连接。</translation>
    </message>
    <message>
        <source>The session is read-only: unlock actions first.</source>
        <translation>会话为只读：请先启用操作。</translation>
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
        <translation>本次会话不能启用操作。</translation>
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
        <source>Colours of the window: light, dark, high-contrast or system.</source>
        <translation>窗口配色：light、dark、high-contrast 或 system。</translation>
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
        <source>There is no theme “%1”; there are light, dark, high-contrast and system.</source>
        <translation>没有主题“%1”；可用：light、dark、high-contrast 和 system。</translation>
    </message>
    <message>
        <source>Take the password of the Sentinels from the first line of &lt;file&gt;.</source>
        <translation>从 &lt;file&gt; 的第一行读取 Sentinel 的密码。</translation>
    </message>
    <message>
        <source>Take the passphrase of the key from the first line of &lt;file&gt;.</source>
        <translation>从 &lt;file&gt; 的第一行读取密钥的口令。</translation>
    </message>
    <message>
        <source>Server to connect to: redis://user@host:6379/0, rediss://… if encrypted, redis+sentinel://host,host/master, redis+cluster://host,host. Without it that of LOCKSCOPE_REDIS. The password is better in LOCKSCOPE_PASSWORD or in a file: arguments can be read by every user of the machine.</source>
        <translation>要连接的服务器：redis://user@host:6379/0，加密时用 rediss://…，redis+sentinel://host,host/master，redis+cluster://host,host。省略时使用 LOCKSCOPE_REDIS 中的地址。密码最好放在 LOCKSCOPE_PASSWORD 或文件中：命令行参数可被本机的所有用户读取。</translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) are called “%1”. Give them different names first.</source>
        <translation>
            <numerusform>有 %n 个连接配置名为“%1”。请先为它们取不同的名称。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no profile yet. Start without --profile and make one.</source>
        <translation>还没有连接配置。请不带 --profile 启动并新建一个。</translation>
    </message>
    <message>
        <source>There is no profile “%1”; there are: %2.</source>
        <translation>没有名为“%1”的连接配置；现有：%2。</translation>
    </message>
    <message>
        <source>Connect with the profile of this name.</source>
        <translation>用此名称的连接配置连接。</translation>
    </message>
    <message>
        <source>Give one server, or --profile, or --sandbox.</source>
        <translation>请只给出一个服务器、--profile 或 --sandbox。</translation>
    </message>
    <message>
        <source>--profile needs the name of a profile.</source>
        <translation>--profile 需要连接配置的名称。</translation>
    </message>
    <message>
        <source>The passwords of a profile are where the profile says; give no files with it.</source>
        <translation>连接配置的密码在该配置所指定的位置；请不要同时给出文件。</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Up</source>
        <translation>↑</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>↓</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>←</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>→</translation>
    </message>
</context>
<context>
    <name>RedissonNotes</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>names of settings</comment>
        <translation>
            <numerusform>%1 及另外 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>The environment is not looked at: the default in the file was taken for %1.</source>
        <translation>不会读取环境变量：%1 采用了文件中的默认值。</translation>
    </message>
    <message>
        <source>The environment is not looked at: enter this by hand: %1.</source>
        <translation>不会读取环境变量：请手动输入：%1。</translation>
    </message>
    <message>
        <source>A class of the application knows user and password (%1): enter them by hand.</source>
        <translation>用户名和密码由应用程序的类提供（%1）：请手动输入。</translation>
    </message>
    <message>
        <source>A class of the application changes names (%1): here locks have the names that Redis knows.</source>
        <translation>名称由应用程序的类改变（%1）：此处锁使用 Redis 中的名称。</translation>
    </message>
    <message>
        <source>Not needed here, since it concerns Redisson&apos;s own connections: %1.</source>
        <translation>此处不需要，因为它只涉及 Redisson 自身的连接：%1。</translation>
    </message>
    <message>
        <source>Not known and not used: %1.</source>
        <translation>未知且未使用：%1。</translation>
    </message>
    <message>
        <source>The file describes a deployment that is not supported (%1): enter the address of one of its servers by hand.</source>
        <translation>该文件描述的部署方式不受支持（%1）：请手动输入其中一台服务器的地址。</translation>
    </message>
    <message>
        <source>The file maps addresses (%1): here servers are sought where they announce themselves.</source>
        <translation>该文件会映射地址（%1）：这里按服务器自己公布的地址查找。</translation>
    </message>
    <message>
        <source>The file switches the verification of certificates off (%1): whoever is in between can read and change everything.</source>
        <translation>该文件关闭了证书验证（%1）：位于中间的任何人都可以读取和更改一切。</translation>
    </message>
    <message>
        <source>The file does not ask for the host name of certificates (%1); here it is verified all the same. Enter the server name if the certificate names another host.</source>
        <translation>该文件不检查证书的主机名（%1）；这里仍会验证。如果证书写的是其他主机，请填写服务器名称。</translation>
    </message>
    <message>
        <source>Key stores of Java cannot be read (%1): enter the CA, the certificate and its key as PEM files.</source>
        <translation>无法读取 Java 密钥库（%1）：请以 PEM 文件提供 CA、证书及其密钥。</translation>
    </message>
    <message>
        <source>These settings cannot be honoured here: %1.</source>
        <translation>以下设置在这里无法生效：%1。</translation>
    </message>
</context>
<context>
    <name>SaveFile</name>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗号分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG 图形 (*.svg)</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文本 (*.txt)</translation>
    </message>
    <message>
        <source>This is not a regular file; it is not replaced</source>
        <translation>这不是普通文件，不会被替换</translation>
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
        <translation>%1，以读模式持有</translation>
    </message>
    <message>
        <source>%1, held for writing</source>
        <comment>type of a lock</comment>
        <translation>%1，以写模式持有</translation>
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
        <translation>≥ %1</translation>
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
    <message>
        <source>latch: somebody waits until it is counted down</source>
        <translation>闭锁：有客户端在等待其倒数归零</translation>
    </message>
    <message>
        <source>semaphore or latch: somebody listens on the channels of both</source>
        <translation>信号量或闭锁：有客户端在监听两者的频道</translation>
    </message>
    <message>
        <source>semaphore; its holders are permits that were taken with a lease</source>
        <translation>信号量；其持有者是带租约获取的许可</translation>
    </message>
    <message>
        <source>semaphore: somebody waits for a permit; who has the others Redis does not know</source>
        <translation>信号量：有客户端在等待许可；其余许可在谁手中，Redis 并不知道</translation>
    </message>
    <message>
        <source>Gone for %1: it ended before its lease was over, and without an unlock message.</source>
        <translation>%1前消失：租约尚未到期，也没有解锁消息。</translation>
    </message>
    <message>
        <source>%1 when its queue was last seen; without one Redis does not tell</source>
        <translation>上次看到队列时为%1；没有队列时 Redis 无法说明</translation>
    </message>
    <message>
        <source>Gone for %1: nobody held it, and nobody is in its queue any more.</source>
        <translation>已消失 %1：没有人持有它，队列中也已没有人。</translation>
    </message>
    <message>
        <source>Released %1 ago, or deleted: while nobody waits, a lock like this says nothing when it is given back.</source>
        <translation>%1前释放，或被删除：无人等待时，这样的锁在归还时不发布消息。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es) wait until it is counted down.</source>
        <translation>
            <numerusform>%Ln 个客户端进程在等待它归零。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es) wait for a permit.</source>
        <translation>
            <numerusform>%Ln 个客户端进程在等待许可。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 left, not renewed yet</source>
        <comment>lease of a lock</comment>
        <translation>剩余 %1，尚未续期</translation>
    </message>
    <message>
        <source>%1 left</source>
        <comment>lease of a lock</comment>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>nobody known</source>
        <comment>who waits for a lock</comment>
        <translation>没有已知的等待者</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s)</source>
        <comment>of a queue</comment>
        <translation>
            <numerusform>%Ln 个等待者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, and %Ln dead in the queue</source>
        <comment>%1: who waits</comment>
        <translation>
            <numerusform>%1，队列中另有 %Ln 个已失效</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; of the first %2 in the queue, dead: %3</source>
        <comment>%1: who waits; numbers</comment>
        <translation>%1；队列前 %2 个中已失效：%3</translation>
    </message>
    <message numerus="yes">
        <source>Free for at least %1, yet %Ln waiter(s) do not take it.</source>
        <translation>
            <numerusform>已空闲至少 %1，但 %Ln 个等待者没有获取它。</numerusform>
        </translation>
    </message>
    <message>
        <source>An operator, %1, ended it %2 ago.</source>
        <translation>操作员 %1 在 %2 前结束了它。</translation>
    </message>
    <message numerus="yes">
        <source>Its client lost %Ln lock(s), the newest %1, %2 ago: nobody renewed them any more.</source>
        <comment>%1: name of a lock; %2: duration</comment>
        <translation>
            <numerusform>其客户端已丢失 %Ln 把锁，最近一把是 %1，在 %2 前：没有人再为它们续期。</numerusform>
        </translation>
    </message>
    <message>
        <source>It has not been seen since %1.</source>
        <comment>%1: time of day</comment>
        <translation>自 %1 起再未见到它的动静。</translation>
    </message>
    <message>
        <source>None of its connections is listed any more.</source>
        <translation>列表中已没有它的任何连接。</translation>
    </message>
    <message>
        <source>It is probably dead.</source>
        <comment>the client of a holder</comment>
        <translation>它很可能已失效。</translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds a latch. It has to be counted down %Ln time(s) more.</source>
        <translation>
            <numerusform>闭锁没有持有者。还需倒数 %Ln 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody holds a latch.</source>
        <translation>闭锁没有持有者。</translation>
    </message>
    <message>
        <source>Who has its permits Redis does not tell.</source>
        <translation>许可在谁手中，Redis 不提供。</translation>
    </message>
    <message>
        <source>All of its permits are taken.</source>
        <translation>它的许可已全部被占用。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln permit(s) are free.</source>
        <translation>
            <numerusform>有 %Ln 个许可空闲。</numerusform>
        </translation>
    </message>
    <message>
        <source>not every permit ends</source>
        <comment>leases of a semaphore</comment>
        <translation>并非每个许可都会到期</translation>
    </message>
    <message>
        <source>unknown: this user may not read its queue</source>
        <translation>未知：此用户无权读取其队列</translation>
    </message>
    <message>
        <source>Nobody waits for it any more. For %1 it has not been followed.</source>
        <comment>%1: duration</comment>
        <translation>已无人等待它。已有 %1 未再跟踪它。</translation>
    </message>
    <message numerus="yes">
        <source>%1; %Ln more past their lease go to whoever comes</source>
        <comment>%1: free permits</comment>
        <translation>
            <numerusform>%1；另有 %Ln 个已过租约，归下一个来取的人</numerusform>
        </translation>
    </message>
    <message>
        <source>This user may not read the queue of this lock.</source>
        <translation>此用户无权读取此锁的队列。</translation>
    </message>
    <message>
        <source>If it is a fair lock, others may wait in it.</source>
        <translation>如果它是公平锁，队列中可能有其他等待者。</translation>
    </message>
    <message numerus="yes">
        <source>Free for at least %1, but nobody has told the %Ln client(s) that wait for it.</source>
        <translation>
            <numerusform>空闲至少 %1，但没有人通知等待它的 %Ln 个客户端。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Whoever waits looks again by itself in %2 at the latest.</source>
        <comment>%1: a sentence; %2: duration</comment>
        <translation>%1等待者最迟在 %2 后会自行重新检查。</translation>
    </message>
    <message numerus="yes">
        <source>Free for at least %1, yet %Ln client(s) wait for it: perhaps nobody has told them.</source>
        <translation>
            <numerusform>至少已空闲 %1，但有 %Ln 个客户端在等待：也许没有人通知它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Gone for at least %1: while the connection was away it was released, expired or deleted, or lost if another server took over.</source>
        <translation>至少 %1 前已不在：连接断开期间被释放、到期或删除；若有另一台服务器接管，也可能已丢失。</translation>
    </message>
    <message>
        <source>Gone for %1, since another server took over: it was lost there.</source>
        <translation>自另一台服务器接管起已有 %1 不在：在那里丢失。</translation>
    </message>
    <message>
        <source>Gone for %1, since a restart of the server: it was lost there.</source>
        <translation>自服务器重启起已有 %1 不在：在那里丢失。</translation>
    </message>
</context>
<context>
    <name>ServerLine</name>
    <message>
        <source>on %1, a production server</source>
        <comment>where the lock is that is acted on</comment>
        <translation>位于 %1（生产服务器）</translation>
    </message>
    <message>
        <source>on %1</source>
        <comment>where the lock is that is acted on</comment>
        <translation>位于 %1</translation>
    </message>
</context>
<context>
    <name>Standstill</name>
    <message>
        <source>Seen at %1.</source>
        <comment>%1: time of day</comment>
        <translation>看到的时间：%1。</translation>
    </message>
    <message>
        <source>No connection: this is what was seen last. Nothing can be done until it is back.</source>
        <translation>没有连接：这是最后看到的状态。恢复之前无法执行任何操作。</translation>
    </message>
    <message>
        <source>Its master is out of reach, or this user may not read it any more: this is what was seen last. Nothing can be done until it can be read.</source>
        <translation>其主节点无法连接，或当前用户已无权读取：这是最后看到的状态。能够再次读取之前，无法执行任何操作。</translation>
    </message>
    <message>
        <source>Paused: this is what was seen last. What has changed since is left alone.</source>
        <translation>已暂停：这是最后看到的状态。此后发生变化的不会被改动。</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
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
        <source>Wheel, + and −: zoom. Drag, ← and →: move. ↑ and ↓: select a bar. Home: everything.</source>
        <translation>滚轮、+ 和 −：缩放。拖动、← 和 →：移动。↑ 和 ↓：选择条形。Home：显示全部。</translation>
    </message>
    <message>
        <source>Ctrl+wheel, + and −: zoom. Drag, ← and →: move. ↑ and ↓: select a bar. Home: everything.</source>
        <translation>Ctrl+滚轮、+ 和 −：缩放。拖动、← 和 →：移动。↑ 和 ↓：选择条形。Home：显示全部。</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more client(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>以及另外 %Ln 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>Who waits is not shown: only the queue of a fair lock tells that.</source>
        <translation>不显示谁在等待：只有公平锁的队列才能得知。</translation>
    </message>
</context>
<context>
    <name>TraceText</name>
    <message>
        <source>acquire</source>
        <comment>role of a command</comment>
        <translation>获取</translation>
    </message>
    <message>
        <source>release</source>
        <comment>role of a command</comment>
        <translation>释放</translation>
    </message>
    <message>
        <source>renew</source>
        <comment>role of a command</comment>
        <translation>续期</translation>
    </message>
    <message>
        <source>leave the queue</source>
        <comment>role of a command</comment>
        <translation>离开队列</translation>
    </message>
    <message>
        <source>remove</source>
        <comment>role of a command: deletes the lock</comment>
        <translation>移除</translation>
    </message>
    <message>
        <source>wake</source>
        <comment>role of a command: tells those who wait</comment>
        <translation>唤醒</translation>
    </message>
    <message>
        <source>listen</source>
        <comment>role of a command: begins to wait</comment>
        <translation>监听</translation>
    </message>
    <message>
        <source>stop listening</source>
        <comment>role of a command</comment>
        <translation>停止监听</translation>
    </message>
    <message>
        <source>read</source>
        <comment>role of a command</comment>
        <translation>读取</translation>
    </message>
    <message>
        <source>acquire, refused</source>
        <comment>role of a command</comment>
        <translation>获取被拒绝</translation>
    </message>
    <message>
        <source>release, not held</source>
        <comment>role of a command</comment>
        <translation>释放，但未持有</translation>
    </message>
    <message>
        <source>renew, not held</source>
        <comment>role of a command</comment>
        <translation>续期，但未持有</translation>
    </message>
    <message>
        <source>not executed</source>
        <comment>role of a command</comment>
        <translation>未执行</translation>
    </message>
    <message numerus="yes">
        <source>… and %Ln more</source>
        <comment>words of a command</comment>
        <translation>
            <numerusform>… 及另外 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>+%1 ms</source>
        <comment>time after the command before</comment>
        <translation>+%1 毫秒</translation>
    </message>
    <message>
        <source>+%1</source>
        <comment>time after the command before</comment>
        <translation>+%1</translation>
    </message>
    <message>
        <source>The trace was stopped.</source>
        <translation>跟踪已停止。</translation>
    </message>
    <message>
        <source>The trace ended after the time that was chosen.</source>
        <translation>跟踪在所选时间后结束。</translation>
    </message>
    <message>
        <source>The trace ended: the server executed more commands than one trace may read.</source>
        <translation>跟踪已结束：服务器执行的命令超过一次跟踪可读取的数量。</translation>
    </message>
    <message>
        <source>The trace ended: commands came faster than they can be shown.</source>
        <translation>跟踪已结束：命令到来的速度超过可显示的速度。</translation>
    </message>
    <message>
        <source>The trace ended because of a fault.</source>
        <translation>跟踪因故障结束。</translation>
    </message>
</context>
<context>
    <name>WaitWords</name>
    <message>
        <source>%1 (%2)</source>
        <comment>id and name of a client</comment>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>clients that wait for a lock</comment>
        <translation>
            <numerusform>%Ln 个在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>waiters unknown</source>
        <translation>等待者未知</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more not drawn</source>
        <comment>holders and waiters of a lock</comment>
        <translation>
            <numerusform>另有 %Ln 项未绘制</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unknown</source>
        <comment>of the clients that wait for a lock</comment>
        <translation>
            <numerusform>%Ln 个未知</numerusform>
        </translation>
    </message>
    <message>
        <source>Lock %1</source>
        <comment>node of the wait-for graph</comment>
        <translation>锁 %1</translation>
    </message>
    <message>
        <source>held by nobody</source>
        <translation>没有人持有</translation>
    </message>
    <message>
        <source>held by %1</source>
        <translation>被 %1 持有</translation>
    </message>
    <message>
        <source>reads %1</source>
        <comment>a thread and a lock</comment>
        <translation>读 %1</translation>
    </message>
    <message>
        <source>writes %1</source>
        <comment>a thread and a lock</comment>
        <translation>写 %1</translation>
    </message>
    <message>
        <source>holds %1</source>
        <comment>a thread and a lock</comment>
        <translation>持有 %1</translation>
    </message>
    <message>
        <source>waits for %1</source>
        <comment>a thread and a lock</comment>
        <translation>等待 %1</translation>
    </message>
    <message>
        <source>may wait for %1</source>
        <comment>a thread and a lock</comment>
        <translation>可能等待 %1</translation>
    </message>
    <message>
        <source>thread unknown</source>
        <comment>of a client that may wait</comment>
        <translation>线程未知</translation>
    </message>
    <message>
        <source>Client %1</source>
        <comment>node of the wait-for graph</comment>
        <translation>客户端 %1</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <comment>node of the wait-for graph</comment>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>%1 holds %2 and waits for %3</source>
        <comment>part of a deadlock</comment>
        <translation>%1 持有 %2，等待 %3</translation>
    </message>
    <message>
        <source>%1 holds %2 and its client may wait for %3</source>
        <comment>part of a deadlock</comment>
        <translation>%1 持有 %2，它的客户端可能等待 %3</translation>
    </message>
    <message>
        <source>%1 holds %2 and may wait for %3</source>
        <comment>part of a deadlock</comment>
        <translation>%1 持有 %2，可能等待 %3</translation>
    </message>
    <message>
        <source>deadlock</source>
        <comment>threads wait for each other for ever</comment>
        <translation>死锁</translation>
    </message>
    <message>
        <source>possible deadlock</source>
        <comment>threads may wait for each other for ever</comment>
        <translation>可能死锁</translation>
    </message>
    <message>
        <source>Possible deadlock with itself: %1 reads %2 and may wait to write it.</source>
        <translation>可能与自己死锁：%1 正在读 %2，可能在等待写它。</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <comment>parts of a deadlock</comment>
        <translation>
            <numerusform>及另外 %Ln 项</numerusform>
        </translation>
    </message>
    <message>
        <source>; </source>
        <comment>between the parts of a deadlock</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>Deadlock: %1.</source>
        <translation>死锁：%1。</translation>
    </message>
    <message>
        <source>Possible deadlock, being read again to be sure: %1.</source>
        <translation>可能死锁，正在重新读取以确认：%1。</translation>
    </message>
    <message>
        <source>Possible deadlock: %1.</source>
        <translation>可能死锁：%1。</translation>
    </message>
</context>
<context>
    <name>WaitingParts</name>
    <message>
        <source>address</source>
        <comment>part of a profile</comment>
        <translation>地址</translation>
    </message>
    <message>
        <source>user</source>
        <comment>part of a profile</comment>
        <translation>用户</translation>
    </message>
    <message>
        <source>database</source>
        <comment>part of a profile</comment>
        <translation>数据库</translation>
    </message>
    <message>
        <source>encryption</source>
        <comment>part of a profile</comment>
        <translation>加密</translation>
    </message>
    <message>
        <source>password</source>
        <comment>part of a profile</comment>
        <translation>密码</translation>
    </message>
    <message>
        <source>how Lockscope&apos;s own locks are taken</source>
        <comment>part of a profile</comment>
        <translation>Lockscope 自己获取锁的方式</translation>
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
        <translation>永不到期</translation>
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
        <source>Nobody holds the lock, although clients are queued for it.</source>
        <translation>没有人持有此锁，但队列中仍有客户端在等待。</translation>
    </message>
    <message>
        <source>A reader&apos;s own deadlines are all gone, yet it still blocks writers.</source>
        <translation>某个读者自己的截止时间都已消失，却仍在阻塞写者。</translation>
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
        <source>Read in pieces, without MULTI: parts may be of different moments.</source>
        <translation>由于不允许使用 MULTI，只能分段读取：各部分可能来自不同时刻。</translation>
    </message>
    <message>
        <source>no news</source>
        <comment>source of live news</comment>
        <translation>无更新</translation>
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
        <source>Failed: %1</source>
        <translation>失败：%1</translation>
    </message>
    <message>
        <source>d MMM yyyy HH:mm:ss</source>
        <comment>date and time, in the signs of QLocale::toString</comment>
        <translation>yyyy年M月d日 HH:mm:ss</translation>
    </message>
    <message>
        <source>undoing a force-release</source>
        <translation>撤销强制释放</translation>
    </message>
    <message>
        <source>info</source>
        <comment>severity</comment>
        <translation>提示</translation>
    </message>
    <message>
        <source>warning</source>
        <comment>severity</comment>
        <translation>警告</translation>
    </message>
    <message>
        <source>critical</source>
        <comment>severity</comment>
        <translation>严重</translation>
    </message>
    <message>
        <source>lost in failover</source>
        <comment>event: gone before its end when another server took over</comment>
        <translation>故障转移中丢失</translation>
    </message>
    <message>
        <source>failed over</source>
        <comment>event: another server took over</comment>
        <translation>故障转移</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) kept</source>
        <comment>after a failover</comment>
        <translation>
            <numerusform>%Ln 把锁保留</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lost</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln 把丢失</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed holder</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln 把更换了持有者</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln expired meanwhile</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln 把在此期间到期</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without the last renewal</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln 把缺少最后一次续期</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not read yet</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln 把尚未读取</numerusform>
        </translation>
    </message>
    <message>
        <source>Another server answers: %1.</source>
        <translation>现由另一台服务器应答：%1。</translation>
    </message>
    <message>
        <source>%1 was started anew: %2.</source>
        <comment>a server</comment>
        <translation>%1 已重新启动：%2。</translation>
    </message>
    <message>
        <source>%1 took over from %2: %3.</source>
        <comment>servers</comment>
        <translation>%1 接管了 %2：%3。</translation>
    </message>
    <message>
        <source>another server</source>
        <translation>另一台服务器</translation>
    </message>
    <message>
        <source>the old master</source>
        <translation>原主节点</translation>
    </message>
    <message>
        <source>ended</source>
        <comment>event: gone while nobody looked: released, expired or deleted</comment>
        <translation>已结束</translation>
    </message>
    <message>
        <source>messages within a shard</source>
        <translation>分片内的消息</translation>
    </message>
    <message>
        <source>names of clients</source>
        <translation>客户端名称</translation>
    </message>
    <message>
        <source>nothing was done.</source>
        <translation>未执行任何操作。</translation>
    </message>
    <message>
        <source>The audit log cannot be written; it does not say what became of this.</source>
        <translation>无法写入审计日志；其中没有此操作的结果。</translation>
    </message>
    <message>
        <source>This program was started read-only: nothing can be changed from here.</source>
        <translation>本程序以只读方式启动：这里无法更改任何内容。</translation>
    </message>
    <message>
        <source>Nothing is announced, because the server does not permit it or the connection for it is lost: known locks are read again, what you look at first. Short holds may be missed.</source>
        <translation>当前收不到任何变更通知：服务器不允许，或用于接收通知的连接已断开。会反复读取已知的锁，优先读取正在查看的锁。短暂的持有可能会被漏掉。</translation>
    </message>
    <message>
        <source>This is a replica: locks can be watched here, but not acted on.</source>
        <translation>这是副本：可以在这里监视锁，但不能操作。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a list</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names in a list</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>The first waiter is dead: the others wait until its deadline has passed.</source>
        <translation>队首的等待者已失效：其他等待者要等到它的截止时间过去。</translation>
    </message>
    <message>
        <source>restarted</source>
        <comment>event: the server was started anew</comment>
        <translation>已重启</translation>
    </message>
    <message>
        <source>Nothing is known: this user may not find and read locks.</source>
        <translation>无从得知：该用户无权查找和读取锁。</translation>
    </message>
    <message>
        <source>Nothing is known now: the server does not answer.</source>
        <translation>目前无从得知：服务器没有应答。</translation>
    </message>
    <message>
        <source>Nothing is known now: nothing is read while it is paused.</source>
        <translation>目前无从得知：暂停期间不读取任何内容。</translation>
    </message>
    <message>
        <source>Nothing is known yet.</source>
        <translation>尚无从得知。</translation>
    </message>
    <message>
        <source>Not everything is known: some of the masters do not answer.</source>
        <translation>并非全部可知：部分主节点没有应答。</translation>
    </message>
    <message>
        <source>The first waiter is dead and has no deadline: nobody gets the lock any more.</source>
        <translation>队首等待者已失效，且没有截止时间：再也没有人能得到这把锁。</translation>
    </message>
    <message>
        <source>The first waiter is dead: whoever comes waits until its deadline has passed.</source>
        <translation>队首的等待者已失效：后来者要等到它的截止时间过去。</translation>
    </message>
    <message>
        <source>A key of another type has the name of its queue: no fair lock of this name works.</source>
        <translation>其队列的键名被另一种类型的键占用：这个名称的公平锁都无法工作。</translation>
    </message>
    <message>
        <source>Whether it has happened is not known: %1</source>
        <translation>不知道是否已经执行：%1</translation>
    </message>
    <message>
        <source>shortened</source>
        <comment>event: its lease ends earlier than it did</comment>
        <translation>租约缩短</translation>
    </message>
    <message>
        <source>restored</source>
        <comment>event: a forced release was undone</comment>
        <translation>恢复</translation>
    </message>
    <message>
        <source>extended</source>
        <comment>event: an operator made its lease longer</comment>
        <translation>租约延长</translation>
    </message>
    <message>
        <source>The first waiter is dead, and its deadline has passed: whoever asks for the lock next removes it.</source>
        <translation>第一个等待者已失效，且其截止时间已过：下一个请求此锁的客户端会将其移除。</translation>
    </message>
    <message>
        <source>released ?</source>
        <comment>event: released or deleted; nobody can tell, because such a release says nothing</comment>
        <translation>释放 ?</translation>
    </message>
    <message>
        <source>waiter removed</source>
        <comment>event: taken out of the queue by an operator</comment>
        <translation>等待者被移除</translation>
    </message>
    <message>
        <source>lost in a restart</source>
        <comment>event: gone before its end when its server was started anew</comment>
        <translation>重启中丢失</translation>
    </message>
    <message>
        <source>tracing commands</source>
        <translation>跟踪命令</translation>
    </message>
    <message>
        <source>locks of every name</source>
        <translation>任意名称的锁</translation>
    </message>
    <message>
        <source>connections that the server can name</source>
        <translation>服务器能识别的连接</translation>
    </message>
    <message>
        <source>acquiring locks</source>
        <translation>获取锁</translation>
    </message>
    <message>
        <source>acquiring fair locks</source>
        <translation>获取公平锁</translation>
    </message>
    <message>
        <source>acquiring read-write locks</source>
        <translation>获取读写锁</translation>
    </message>
    <message>
        <source>acquiring fenced locks</source>
        <translation>获取带栅栏令牌的锁</translation>
    </message>
    <message>
        <source>acquiring semaphores</source>
        <translation>获取信号量</translation>
    </message>
    <message>
        <source>acquiring permits with an end</source>
        <translation>获取有期限的许可</translation>
    </message>
    <message>
        <source>Server → Missing permissions has the rules to ask for.</source>
        <translation>“服务器 → 缺少的权限”列出了需要申请的规则。</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <comment>event, operator</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 d</source>
        <comment>days</comment>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 h</source>
        <comment>hours</comment>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 min</source>
        <comment>minutes</comment>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>.</source>
        <comment>ends a sentence</comment>
        <translation>。</translation>
    </message>
    <message>
        <source>made endless</source>
        <comment>event: its lease was taken away; it does not end by itself any more</comment>
        <translation>变为永不到期</translation>
    </message>
    <message numerus="yes">
        <source>%1, and ≥ %Ln more unseen</source>
        <comment>event; holds that were too short to be seen</comment>
        <translation>
            <numerusform>%1，另有 ≥ %Ln 次未见</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ended while nobody watched</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln 把在无人监视期间结束</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody holds the lock, and only the dead are left in its queue.</source>
        <translation>没有人持有此锁，队列中只剩下已失效的条目。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lost or given back</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln 把丢失或已归还</numerusform>
        </translation>
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
    <name>lockscope::ui::AclRequest</name>
    <message>
        <source>The line to send to the server&apos;s administrator:</source>
        <translation>请将下面这一行发给服务器管理员：</translation>
    </message>
    <message>
        <source>The line to send to the server&apos;s administrator, for watching only:</source>
        <translation>请将下面这一行发给服务器管理员（仅查看）：</translation>
    </message>
    <message>
        <source>The line to send to the server&apos;s administrator, for watching and acting:</source>
        <translation>请将下面这一行发给服务器管理员（查看和操作）：</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AcquireDialog</name>
    <message>
        <source>The connection was closed. Nothing more can be done here.</source>
        <translation>连接已关闭。这里无法再做任何操作。</translation>
    </message>
    <message>
        <source>The session is read-only again. Nothing was done.</source>
        <translation>会话已恢复为只读。没有执行任何操作。</translation>
    </message>
    <message>
        <source>Acquire a lock</source>
        <translation>获取一把锁</translation>
    </message>
    <message>
        <source>Until released (renewed)</source>
        <translation>直到释放（自动续期）</translation>
    </message>
    <message>
        <source>At most for</source>
        <comment>to hold a lock</comment>
        <translation>最多持有</translation>
    </message>
    <message>
        <source>At most for</source>
        <comment>to wait for a lock</comment>
        <translation>最多等待</translation>
    </message>
    <message>
        <source>The name is too long to be typed here: more than %1 characters.</source>
        <translation>名称太长，无法在此输入：超过 %1 个字符。</translation>
    </message>
    <message>
        <source>Lease</source>
        <translation>租约</translation>
    </message>
    <message>
        <source>Do not wait</source>
        <translation>不等待</translation>
    </message>
    <message>
        <source>As long as it takes</source>
        <translation>一直等待</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>For the audit log</source>
        <translation>写入审计日志</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Kind:</source>
        <translation>类型(&amp;K)：</translation>
    </message>
    <message>
        <source>&amp;Hold it:</source>
        <translation>持有(&amp;H)：</translation>
    </message>
    <message>
        <source>&amp;Wait:</source>
        <translation>等待(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;Reason:</source>
        <translation>原因(&amp;R)：</translation>
    </message>
    <message>
        <source>Hold it</source>
        <translation>持有</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Type the name of the lock.</source>
        <translation>请输入锁的名称。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>It was not acquired: it is held by %1. Try again, or wait for it.</source>
        <translation>没有获取到：它被 %1 持有。请重试，或等待。</translation>
    </message>
    <message>
        <source>It was not acquired.</source>
        <translation>没有获取到。</translation>
    </message>
    <message>
        <source>Waiting for %1…</source>
        <comment>%1: duration so far</comment>
        <translation>已等待 %1…</translation>
    </message>
    <message>
        <source>Working…</source>
        <translation>正在处理…</translation>
    </message>
    <message>
        <source>Stop waiting</source>
        <translation>停止等待</translation>
    </message>
    <message>
        <source>Done: this program holds it now.</source>
        <translation>完成：本程序现在持有它。</translation>
    </message>
    <message>
        <source>Its token is %1.</source>
        <translation>它的令牌是 %1。</translation>
    </message>
    <message>
        <source>Release it under “Held by us”; it is also given back when the connection is closed.</source>
        <translation>可在“本程序持有”中释放；关闭连接时也会归还。</translation>
    </message>
    <message>
        <source>It was not acquired: others are before us in its queue.</source>
        <translation>未获取：队列中有其他等待者排在前面。</translation>
    </message>
    <message>
        <source>Waiting was stopped: it was not acquired.</source>
        <translation>已停止等待：未获取该锁。</translation>
    </message>
    <message>
        <source>&amp;Acquire</source>
        <translation>获取(&amp;A)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AcquireOutlook</name>
    <message>
        <source>How it is now is not known yet.</source>
        <translation>还不知道它现在的状态。</translation>
    </message>
    <message>
        <source>How it is now could not be read.</source>
        <translation>无法读取它现在的状态。</translation>
    </message>
    <message>
        <source>Paused: this is what was seen last, and may be otherwise now.</source>
        <translation>已暂停：这是最后看到的状态，现在可能已经不同。</translation>
    </message>
    <message>
        <source>This server sends no news: it is asked again and again.</source>
        <translation>此服务器不发送通知：只能反复询问。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AdminModeDialog</name>
    <message>
        <source>Unlock actions</source>
        <translation>启用操作</translation>
    </message>
    <message>
        <source>Allow actions on %1?</source>
        <translation>允许在 %1 上执行操作？</translation>
    </message>
    <message>
        <source>You will be able to release and expire locks that others hold, and to change the queues of fair locks. Each action asks again, compares what you saw with what is there, and is written to the audit log. The session is read-only again when you disconnect, or after %1 without an action.</source>
        <comment>%1: duration</comment>
        <translation>您将可以释放他人持有的锁，或使其到期，并可以更改公平锁的队列。每次操作都会再次确认，将您看到的状态与实际状态比较，并写入审计日志。断开连接后，或 %1内没有操作，会话将恢复为只读。</translation>
    </message>
    <message>
        <source>The profile says that this is a production server. It can be changed there.</source>
        <translation>连接配置指明这是生产服务器。可在那里更改。</translation>
    </message>
    <message>
        <source>This user lacks rights that some of them need: see Server → Missing permissions.</source>
        <translation>该用户缺少其中某些操作所需的权限：参见“服务器 → 缺少的权限”。</translation>
    </message>
    <message>
        <source>Whether this user has the rights for that is not known: the server tells only when it is tried.</source>
        <translation>该用户是否有相应权限无从得知：只有实际尝试时服务器才会说明。</translation>
    </message>
    <message>
        <source>This is a &amp;production server: ask for the lock&apos;s name each time</source>
        <translation>这是生产服务器：每次都要求输入锁的名称(&amp;P)</translation>
    </message>
    <message>
        <source>Stay &amp;read-only</source>
        <translation>保持只读(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Unlock</source>
        <translation>启用操作(&amp;U)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AdminSwitch</name>
    <message>
        <source>Back to read-o&amp;nly</source>
        <translation>恢复只读(&amp;N)</translation>
    </message>
    <message>
        <source>U&amp;nlock actions…</source>
        <translation>启用操作(&amp;N)…</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AlertCommand</name>
    <message>
        <source>The alert&apos;s command %1 was not started: %2</source>
        <translation>告警命令 %1 未能启动：%2</translation>
    </message>
    <message>
        <source>The alert&apos;s command %1 took too long and was ended.</source>
        <translation>告警命令 %1 耗时过长，已被终止。</translation>
    </message>
    <message>
        <source>The alert&apos;s command %1 crashed.</source>
        <translation>告警命令 %1 崩溃了。</translation>
    </message>
    <message>
        <source>The alert&apos;s command %1 failed with code %2.</source>
        <translation>告警命令 %1 失败，代码 %2。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AlertNotifier</name>
    <message numerus="yes">
        <source>And %Ln more alert(s).</source>
        <translation>
            <numerusform>另有 %Ln 条告警。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AlertsModel</name>
    <message>
        <source>Severity</source>
        <comment>column</comment>
        <translation>级别</translation>
    </message>
    <message>
        <source>Lock</source>
        <comment>column</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>What</source>
        <comment>column: what an alert is about</comment>
        <translation>内容</translation>
    </message>
    <message>
        <source>Since</source>
        <comment>column</comment>
        <translation>开始于</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AlertsPanel</name>
    <message numerus="yes">
        <source>%Ln active alert(s)</source>
        <translation>
            <numerusform>%Ln 条活动告警</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All is quiet: none of %Ln rule(s) is true of any lock.</source>
        <translation>
            <numerusform>一切正常：%Ln 条规则都没有命中任何锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>No rule is on, so nothing raises an alert.</source>
        <translation>没有启用任何规则，因此不会产生告警。</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>Somebody has seen the selected alerts (A)</source>
        <translation>有人已看到所选告警 (A)</translation>
    </message>
    <message>
        <source>Show the lock</source>
        <translation>显示此锁</translation>
    </message>
    <message>
        <source>Mute until it clears</source>
        <translation>静音直到解除</translation>
    </message>
    <message>
        <source>Mute this lock for an hour</source>
        <translation>将此锁静音一小时</translation>
    </message>
    <message>
        <source>Mute this rule for an hour</source>
        <translation>将此规则静音一小时</translation>
    </message>
    <message>
        <source>Alert rules…</source>
        <translation>告警规则…</translation>
    </message>
    <message>
        <source>What is to raise an alert, and who is told</source>
        <translation>什么会产生告警，以及通知谁</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>静音</translation>
    </message>
    <message>
        <source>List the selected alerts, but tell nobody</source>
        <translation>列出所选告警，但不通知任何人</translation>
    </message>
    <message>
        <source>Also those that &amp;cleared</source>
        <translation>包括已解除的(&amp;C)</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>The rules that were kept for this server cannot be read, so the usual ones apply: %1</source>
        <translation>无法读取为此服务器保存的规则，因此使用默认规则：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s) exported</source>
        <translation>
            <numerusform>已导出 %Ln 条告警</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shown</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>显示 %Ln 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mute(s)</source>
        <translation>
            <numerusform>%Ln 项静音</numerusform>
        </translation>
    </message>
    <message>
        <source>No alert fits the filter.</source>
        <translation>没有符合筛选条件的告警。</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>取消静音</translation>
    </message>
    <message>
        <source>Tell of the selected alerts again, and of their locks and rules (U)</source>
        <translation>重新通知所选告警及其锁和规则 (U)</translation>
    </message>
    <message>
        <source>Mutes…</source>
        <translation>静音列表…</translation>
    </message>
    <message>
        <source>What is muted on this server, and until when</source>
        <translation>此服务器上静音了什么，到何时为止</translation>
    </message>
    <message>
        <source>Filter: text, lock:…, holder:…</source>
        <translation>筛选：文本、lock:…、holder:…</translation>
    </message>
    <message>
        <source>Filter alerts</source>
        <translation>筛选告警</translation>
    </message>
    <message>
        <source>Save the alerts that are shown to a file</source>
        <translation>将显示的告警保存到文件</translation>
    </message>
    <message>
        <source>Export alerts</source>
        <translation>导出告警</translation>
    </message>
    <message>
        <source>Alerts as CSV…</source>
        <comment>export</comment>
        <translation>告警导出为 CSV…</translation>
    </message>
    <message>
        <source>Alerts as JSON…</source>
        <comment>export</comment>
        <translation>告警导出为 JSON…</translation>
    </message>
    <message>
        <source>%1 is damaged: where rules cannot be read, the usual ones apply, and the command may be switched off. Look at the rules.</source>
        <comment>%1: a file</comment>
        <translation>%1 已损坏：无法读取的规则以默认规则代替，命令也可能已被关闭。请检查规则。</translation>
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
    <message>
        <source>All actions</source>
        <translation>所有操作</translation>
    </message>
    <message>
        <source>%1: %2 on %3, by %4 on %5</source>
        <translation>%1：对 %3 %2，由 %5 上的 %4 执行</translation>
    </message>
    <message>
        <source>Outcome: %1</source>
        <translation>结果：%1</translation>
    </message>
    <message>
        <source>Reason: %1</source>
        <translation>原因：%1</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>之前：%1</translation>
    </message>
    <message>
        <source>After: %1</source>
        <translation>之后：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln 次操作</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln action(s)</source>
        <translation>
            <numerusform>%1 / %Ln 次操作</numerusform>
        </translation>
    </message>
    <message>
        <source>No action fits the filter.</source>
        <translation>没有符合筛选条件的操作。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s) exported</source>
        <translation>
            <numerusform>已导出 %Ln 次操作</numerusform>
        </translation>
    </message>
    <message>
        <source>The selected action</source>
        <translation>所选操作</translation>
    </message>
    <message>
        <source>Filter: text, lock:…, holder:…</source>
        <translation>筛选：文本、lock:…、holder:…</translation>
    </message>
    <message>
        <source>Filter actions</source>
        <translation>筛选操作</translation>
    </message>
    <message>
        <source>Kind of actions</source>
        <translation>操作的种类</translation>
    </message>
    <message>
        <source>Outcome of the actions</source>
        <translation>操作的结果</translation>
    </message>
    <message>
        <source>Any outcome</source>
        <translation>任何结果</translation>
    </message>
    <message>
        <source>Done</source>
        <comment>outcome of actions</comment>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Not done</source>
        <comment>outcome of actions: refused, failed, changed</comment>
        <translation>未完成</translation>
    </message>
    <message>
        <source>Save the actions that are shown to a file</source>
        <translation>将显示的操作保存到文件</translation>
    </message>
    <message>
        <source>Audit log as CSV…</source>
        <comment>export</comment>
        <translation>审计日志导出为 CSV…</translation>
    </message>
    <message>
        <source>Audit log as JSON…</source>
        <comment>export</comment>
        <translation>审计日志导出为 JSON…</translation>
    </message>
    <message>
        <source>Sort by this column</source>
        <translation>按此列排序</translation>
    </message>
    <message>
        <source>Export the audit log</source>
        <translation>导出审计日志</translation>
    </message>
    <message>
        <source>older ones are in %1</source>
        <comment>a file</comment>
        <translation>更早的记录在 %1 中</translation>
    </message>
    <message>
        <source>Show older actions</source>
        <translation>显示更早的操作</translation>
    </message>
    <message numerus="yes">
        <source>So far, the newest %Ln action(s) were read.</source>
        <translation>
            <numerusform>目前只读取了最近的 %Ln 次操作。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged line(s) of the log left out</source>
        <translation>
            <numerusform>已略去日志中 %Ln 行损坏的内容</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of %1 cannot be read, and there are no others.</source>
        <comment>%1: a file</comment>
        <translation>
            <numerusform>%1 中的 %Ln 行无法读取，且没有其他行。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::BottomPanels</name>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Contention</source>
        <translation>争用</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Alerts</source>
        <translation>告警</translation>
    </message>
    <message>
        <source>Held by us</source>
        <translation>本程序持有</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>跟踪</translation>
    </message>
    <message>
        <source>Audit</source>
        <translation>审计</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln deadlock(s)</source>
        <comment>in the title of a tab</comment>
        <translation>
            <numerusform>%Ln 个死锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Counted: critical %1, warning %2. Not counted: info %3.</source>
        <comment>findings by their severity</comment>
        <translation>计入：严重 %1、警告 %2；不计入：提示 %3。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientWatch</name>
    <message>
        <source>Not live: this is what was seen last.</source>
        <translation>非实时：这是最后看到的状态。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsModel</name>
    <message>
        <source>%1 (+%2 dead)</source>
        <comment>waits, and dead entries in queues</comment>
        <translation>%1（+%2 已失效）</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>name of a client</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>address of a client</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <comment>when a client was last seen</comment>
        <translation>%1前</translation>
    </message>
    <message>
        <source>not yet</source>
        <comment>a client was never seen to do anything</comment>
        <translation>尚未</translation>
    </message>
    <message>
        <source>Your own name for it: %1</source>
        <translation>您给它起的名称：%1</translation>
    </message>
    <message>
        <source>Redis does not tell what it is called. Press F2 to give it a name of your own.</source>
        <translation>Redis 没有说明它叫什么。按 F2 可以给它起个名称。</translation>
    </message>
    <message>
        <source>Its connections call themselves %1.</source>
        <translation>它的连接自称 %1。</translation>
    </message>
    <message>
        <source>Redis does not tell which connections belong to this client. It is known where a connection carries the client&apos;s UUID in its name, or after a trace.</source>
        <translation>Redis 不说明哪些连接属于此客户端。只有当连接名称中带有客户端的 UUID，或经过跟踪之后才能知道。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln connection(s) known</source>
        <translation>
            <numerusform>已知 %Ln 个连接</numerusform>
        </translation>
    </message>
    <message>
        <source>It last did something at %1: acquired, renewed, released, queued up, or was connected.</source>
        <translation>它最近一次活动在 %1：获取、续期、释放、排队或建立连接。</translation>
    </message>
    <message>
        <source>It was found in the data at %1 and has not done anything since. It may be dead.</source>
        <translation>在 %1 从数据中发现了它，此后没有任何活动。它可能已失效。</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>kind of a client</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 (×%2)</source>
        <comment>address of a client, number of its connections</comment>
        <translation>%1（×%2）</translation>
    </message>
    <message>
        <source>Client</source>
        <comment>column</comment>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Name</source>
        <comment>column: of a client</comment>
        <translation>名称</translation>
    </message>
    <message>
        <source>Address</source>
        <comment>column: of a client</comment>
        <translation>地址</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>column: Redisson or Lockscope</comment>
        <translation>种类</translation>
    </message>
    <message>
        <source>Holds</source>
        <comment>column: number of locks that a client holds</comment>
        <translation>持有</translation>
    </message>
    <message>
        <source>Waits for</source>
        <comment>column: number of locks that a client waits for</comment>
        <translation>等待</translation>
    </message>
    <message>
        <source>Longest hold</source>
        <comment>column</comment>
        <translation>最长持有</translation>
    </message>
    <message>
        <source>Last seen</source>
        <comment>column: when the client last did something</comment>
        <translation>最近出现</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name and address of a client</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>at least so long</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>It was held already when we first saw the lock.</source>
        <translation>首次看到此锁时它已被持有。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsPage</name>
    <message>
        <source>No client holds a lock or waits for one. Each Redisson or Lockscope instance appears here with its UUID as soon as it does.</source>
        <translation>没有客户端持有或等待锁。每个 Redisson 或 Lockscope 实例一旦持有或等待，就会以其 UUID 显示在这里。</translation>
    </message>
    <message>
        <source>No client fits the search.</source>
        <translation>没有符合搜索条件的客户端。</translation>
    </message>
    <message>
        <source>Names and addresses are unknown: we may not ask who is connected (CLIENT LIST is not permitted).</source>
        <translation>名称和地址未知：无权查询谁已连接（不允许 CLIENT LIST）。</translation>
    </message>
    <message>
        <source>Names and addresses are unknown: with more than %1 connections, asking who they are would cost the server too much.</source>
        <translation>名称和地址未知：连接超过 %1 个，查询它们会给服务器带来过大负担。</translation>
    </message>
    <message>
        <source>There are more clients than are kept; %1 are shown.</source>
        <translation>客户端多于可保留的数量；显示了 %1 个。</translation>
    </message>
    <message>
        <source>Select a client to see everything that it holds and waits for.</source>
        <translation>选中一个客户端，查看它持有和等待的一切。</translation>
    </message>
    <message>
        <source>This client holds nothing, and stands in no queue that Redis tells of.</source>
        <translation>此客户端没有持有任何锁，也不在 Redis 所知的任何队列中。</translation>
    </message>
    <message>
        <source>Only the first %1 are shown.</source>
        <translation>仅显示前 %1 个。</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>What the selected client holds and waits for</source>
        <translation>所选客户端持有和等待的锁</translation>
    </message>
    <message>
        <source>Who is connected could not be asked.</source>
        <translation>无法查询谁已连接。</translation>
    </message>
    <message>
        <source>Held and waited for by %1.</source>
        <translation>%1 持有和等待的锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsPanel</name>
    <message numerus="yes">
        <source>Wait-for graph (%Ln deadlock(s))</source>
        <translation>
            <numerusform>等待图（%Ln 个死锁）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wait-for graph (%Ln possible deadlock(s))</source>
        <translation>
            <numerusform>等待图（%Ln 个可能的死锁）</numerusform>
        </translation>
    </message>
    <message>
        <source>Wait-for graph</source>
        <translation>等待图</translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s)</source>
        <translation>
            <numerusform>%Ln 个客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln client(s)</source>
        <translation>
            <numerusform>%1 / %Ln 个客户端</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) exported</source>
        <translation>
            <numerusform>已导出 %Ln 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>跟随</translation>
    </message>
    <message>
        <source>Show in the table of locks everything that this client holds or waits for</source>
        <translation>在锁表中显示此客户端持有或等待的所有锁</translation>
    </message>
    <message>
        <source>Show in the wait-for graph</source>
        <translation>在等待图中显示</translation>
    </message>
    <message>
        <source>Name this client…</source>
        <translation>命名此客户端…</translation>
    </message>
    <message>
        <source>Give the client a name of your own</source>
        <translation>给此客户端起一个名称</translation>
    </message>
    <message>
        <source>Copy the UUID</source>
        <translation>复制 UUID</translation>
    </message>
    <message>
        <source>Export clients as CSV…</source>
        <translation>将客户端导出为 CSV…</translation>
    </message>
    <message>
        <source>Export clients as JSON…</source>
        <translation>将客户端导出为 JSON…</translation>
    </message>
    <message>
        <source>Search clients</source>
        <translation>搜索客户端</translation>
    </message>
    <message>
        <source>Part of the UUID, the name or the address</source>
        <translation>UUID、名称或地址的一部分</translation>
    </message>
    <message>
        <source>Save the clients that are shown to a file</source>
        <translation>将显示的客户端保存到文件</translation>
    </message>
    <message>
        <source>Export clients</source>
        <translation>导出客户端</translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln client(s)</source>
        <translation>
            <numerusform>至少 %Ln 个客户端</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ColumnShape</name>
    <message>
        <source>Move “%1” to the &amp;left</source>
        <comment>column of a table</comment>
        <translation>将“%1”左移(&amp;L)</translation>
    </message>
    <message>
        <source>Move “%1” to the r&amp;ight</source>
        <comment>column of a table</comment>
        <translation>将“%1”右移(&amp;I)</translation>
    </message>
    <message>
        <source>Make “%1” &amp;wider</source>
        <comment>column of a table</comment>
        <translation>加宽“%1”(&amp;W)</translation>
    </message>
    <message>
        <source>Make “%1” &amp;narrower</source>
        <comment>column of a table</comment>
        <translation>收窄“%1”(&amp;N)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CommandList</name>
    <message>
        <source>not available now</source>
        <translation>目前不可用</translation>
    </message>
    <message>
        <source>not available now: %1</source>
        <translation>目前不可用：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::CommandPalette</name>
    <message>
        <source>Go to %1</source>
        <comment>a lock</comment>
        <translation>转到 %1</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>锁</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>命令(&amp;C)…</translation>
    </message>
    <message>
        <source>Find any action, or a lock, by a few letters</source>
        <translation>输入几个字母查找任何操作或锁</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>A few letters of an action, or of a lock&apos;s name</source>
        <translation>输入操作或锁名的一部分</translation>
    </message>
    <message>
        <source>Search for an action or a lock</source>
        <translation>搜索操作或锁</translation>
    </message>
    <message>
        <source>Actions and locks found</source>
        <translation>找到的操作和锁</translation>
    </message>
    <message>
        <source>No action and no lock is called that.</source>
        <translation>没有这样的操作或锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectPage</name>
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
    <message>
        <source>Connect to an address</source>
        <translation>连接到地址</translation>
    </message>
    <message>
        <source>Password of the Sentinels, if they ask for one</source>
        <translation>Sentinel 的密码（如需要）</translation>
    </message>
    <message>
        <source>Password of the Sentinels</source>
        <translation>Sentinel 的密码</translation>
    </message>
    <message>
        <source>Passphrase of the key, if it has one</source>
        <translation>密钥的口令（如有）</translation>
    </message>
    <message>
        <source>Passphrase of the key</source>
        <translation>密钥的口令</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a server; why it could not be connected to</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>In the address, a CA file is written ?ca=/path/ca.pem, and a server name ?server-name=host.</source>
        <translation>在地址中，CA 文件写作 ?ca=/path/ca.pem，服务器名称写作 ?server-name=host。</translation>
    </message>
    <message>
        <source>“Edit…” has fields for the trusted CA and the server name, under “Encrypted connection (TLS)”.</source>
        <translation>在“编辑…”的“加密连接 (TLS)”下可以填写受信任的 CA 和服务器名称。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectedActions</name>
    <message>
        <source>There is no connection.</source>
        <translation>没有连接。</translation>
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
    <message>
        <source>%1 of %2 masters cannot be reached: %3. What is known there is shown grey, as it was %4 ago, and alerts about it wait.</source>
        <translation>%2 个主节点中有 %1 个无法连接：%3。其上已知的内容以灰色显示，为 %4前的状态，相关告警暂缓。</translation>
    </message>
    <message numerus="yes">
        <source>%1 with %Ln known lock(s)</source>
        <comment>address of a server</comment>
        <translation>
            <numerusform>%1（已知 %Ln 把锁）</numerusform>
        </translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Read from the server again</source>
        <translation>重新开始从服务器读取</translation>
    </message>
    <message>
        <source>Paused: what you see is %1 old.</source>
        <translation>已暂停；您看到的是 %1前的状态。</translation>
    </message>
    <message>
        <source>Nothing could be read from the server yet.</source>
        <translation>还没有从服务器读到任何内容。</translation>
    </message>
    <message>
        <source>&amp;Enter password…</source>
        <translation>输入密码(&amp;E)…</translation>
    </message>
    <message>
        <source>Go on with another password; nothing that is shown or held is given up</source>
        <translation>换用另一个密码继续；已显示和已持有的内容都会保留</translation>
    </message>
    <message>
        <source>Nothing can be read now; what you see is %1 old.</source>
        <translation>目前无法读取任何内容；您看到的是 %1之前的状态。</translation>
    </message>
    <message>
        <source>No answer from: %1.</source>
        <comment>addresses of servers</comment>
        <translation>没有响应的服务器：%1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Connections</name>
    <message>
        <source>Sandbox</source>
        <translation>沙盒</translation>
    </message>
    <message>
        <source>The password was not kept: %1</source>
        <translation>密码未保存：%1</translation>
    </message>
    <message>
        <source>%1 (copy)</source>
        <translation>%1（副本）</translation>
    </message>
    <message>
        <source>Redisson configuration</source>
        <translation>Redisson 配置</translation>
    </message>
    <message>
        <source>Redisson configurations (*.yaml *.yml *.json);;All files (*)</source>
        <translation>Redisson 配置 (*.yaml *.yml *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Import profiles</source>
        <translation>导入连接配置</translation>
    </message>
    <message>
        <source>Profiles (*.json);;All files (*)</source>
        <translation>连接配置 (*.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Export profiles</source>
        <translation>导出连接配置</translation>
    </message>
    <message>
        <source>The file %1 cannot be read: %2.</source>
        <translation>无法读取文件 %1：%2。</translation>
    </message>
    <message>
        <source>The profiles cannot be written to %1: %2.</source>
        <translation>无法将连接配置写入 %1：%2。</translation>
    </message>
    <message>
        <source>Reconnect</source>
        <translation>重新连接</translation>
    </message>
    <message>
        <source>Connect to another server</source>
        <translation>连接另一台服务器</translation>
    </message>
    <message>
        <source>The watchdog&apos;s lease in the file (lockWatchdogTimeout) is too short to be renewed in time; %1 ms are taken instead.</source>
        <translation>文件中看门狗的租约（lockWatchdogTimeout）太短，来不及续期；改用 %1 ms。</translation>
    </message>
    <message>
        <source>What is acquired here and renewed has a lease of %1, as the file says (lockWatchdogTimeout).</source>
        <translation>按文件中的 lockWatchdogTimeout，在此获取并续期的锁租约为 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln profile(s) exported to %1</source>
        <comment>%1: file</comment>
        <translation>
            <numerusform>已将 %Ln 个连接配置导出到 %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContentionCharts</name>
    <message>
        <source>Clients waiting</source>
        <translation>等待的客户端</translation>
    </message>
    <message>
        <source>Acquired and released</source>
        <translation>获取与释放</translation>
    </message>
    <message>
        <source>Hold and wait times</source>
        <translation>持有与等待时间</translation>
    </message>
    <message>
        <source>Most contended locks</source>
        <translation>争用最多的锁</translation>
    </message>
    <message>
        <source>Nobody has waited for a lock in this time.</source>
        <translation>这段时间内没有人等待锁。</translation>
    </message>
    <message>
        <source>locks contended</source>
        <comment>legend</comment>
        <translation>被争用的锁</translation>
    </message>
    <message>
        <source>acquired a second</source>
        <comment>legend</comment>
        <translation>每秒获取</translation>
    </message>
    <message>
        <source>released a second</source>
        <comment>legend</comment>
        <translation>每秒释放</translation>
    </message>
    <message>
        <source>expired, vanished or forced a second</source>
        <comment>legend</comment>
        <translation>每秒到期、消失或强制结束</translation>
    </message>
    <message>
        <source>p50</source>
        <comment>percentile</comment>
        <translation>p50</translation>
    </message>
    <message>
        <source>p90</source>
        <comment>percentile</comment>
        <translation>p90</translation>
    </message>
    <message>
        <source>p99</source>
        <comment>percentile</comment>
        <translation>p99</translation>
    </message>
    <message>
        <source>Hold times</source>
        <translation>持有时间</translation>
    </message>
    <message>
        <source>Wait times</source>
        <translation>等待时间</translation>
    </message>
    <message>
        <source>Contention</source>
        <comment>title of an exported picture</comment>
        <translation>争用</translation>
    </message>
    <message>
        <source>Most contended prefixes</source>
        <translation>争用最多的前缀</translation>
    </message>
    <message>
        <source>clients waiting, counted for each lock</source>
        <comment>legend</comment>
        <translation>等待的客户端（按每把锁计）</translation>
    </message>
    <message>
        <source>the most at once</source>
        <comment>legend: clients waiting</comment>
        <translation>同时最多</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContentionExport</name>
    <message>
        <source>Charts as &amp;PNG…</source>
        <comment>export</comment>
        <translation>图表导出为 &amp;PNG…</translation>
    </message>
    <message>
        <source>Charts as &amp;SVG…</source>
        <comment>export</comment>
        <translation>图表导出为 &amp;SVG…</translation>
    </message>
    <message>
        <source>Values over &amp;time as CSV…</source>
        <comment>export</comment>
        <translation>随时间变化的数值导出为 CSV(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Hold and wait times as CSV…</source>
        <comment>export</comment>
        <translation>持有与等待时间导出为 CSV(&amp;H)…</translation>
    </message>
    <message>
        <source>Most contended &amp;locks as CSV…</source>
        <comment>export</comment>
        <translation>争用最多的锁导出为 CSV(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Everything as JSON…</source>
        <comment>export</comment>
        <translation>全部导出为 JSON(&amp;E)…</translation>
    </message>
    <message>
        <source>Export contention</source>
        <translation>导出争用数据</translation>
    </message>
    <message>
        <source>Exported to %1.</source>
        <translation>已导出到 %1。</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>未导出：%1</translation>
    </message>
    <message>
        <source>Most contended pre&amp;fixes as CSV…</source>
        <comment>export</comment>
        <translation>争用最多的前缀存为 CSV(&amp;F)…</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContentionModel</name>
    <message>
        <source>about %1</source>
        <comment>a duration that is estimated</comment>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>The time that all its clients together have waited</source>
        <translation>所有客户端累计等待的时间</translation>
    </message>
    <message>
        <source>Lock</source>
        <comment>column</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>Waited</source>
        <comment>column: the time that all clients together have waited for the lock</comment>
        <translation>累计等待</translation>
    </message>
    <message>
        <source>Acquired</source>
        <comment>column: how often</comment>
        <translation>获取次数</translation>
    </message>
    <message>
        <source>Median hold</source>
        <comment>column: half of the holds are shorter</comment>
        <translation>持有时长中位数</translation>
    </message>
    <message>
        <source>Clients waiting</source>
        <comment>column: now</comment>
        <translation>等待的客户端</translation>
    </message>
    <message>
        <source>Most clients</source>
        <comment>column: the most that waited at one time</comment>
        <translation>最多客户端</translation>
    </message>
    <message>
        <source>Half of its holds are shorter; off by less than 5 %</source>
        <translation>其中一半的持有时间更短；误差小于 5%</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>at least so many</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>at least so long</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>Prefix</source>
        <comment>column: what names of locks begin with</comment>
        <translation>前缀</translation>
    </message>
    <message>
        <source>Locks</source>
        <comment>column: how many</comment>
        <translation>锁数</translation>
    </message>
    <message>
        <source>At one time; of several locks it is only known that it was no less</source>
        <translation>同一时刻；有多个锁时，只知道不少于此数</translation>
    </message>
    <message>
        <source>Of locks that were quiet for long, or of too many, not everything is kept: then it was no less</source>
        <translation>长时间没有动静的锁，或锁太多时，不会保留全部数据：此时实际不少于此数</translation>
    </message>
    <message>
        <source>Those that were acquired, or for which somebody waited</source>
        <translation>被获取过或有人等待过的锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContentionPanel</name>
    <message>
        <source>Nothing has been seen yet. Who waits, for what and for how long appears here as it happens.</source>
        <translation>还没有看到任何数据。谁在等待、等待什么、等了多久，会随时显示在这里。</translation>
    </message>
    <message>
        <source>Not connected. Who waits, for what and for how long appears here while a server is watched.</source>
        <translation>未连接。监视服务器期间，谁在等待、等待什么、等了多久会显示在这里。</translation>
    </message>
    <message>
        <source>No lock is selected. Select locks in the table above to see them alone.</source>
        <translation>没有选中锁。请在上方表格中选择锁，以单独查看。</translation>
    </message>
    <message>
        <source>Whole server</source>
        <translation>整个服务器</translation>
    </message>
    <message>
        <source>Selected: %1</source>
        <comment>the name of a lock</comment>
        <translation>所选：%1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected lock(s)</source>
        <translation>
            <numerusform>%Ln 把所选的锁</numerusform>
        </translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Which locks</source>
        <translation>哪些锁</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <comment>contention</comment>
        <translation>导出(&amp;X)</translation>
    </message>
    <message>
        <source>Save the charts or their values to a file</source>
        <translation>将图表或其数值保存到文件</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <comment>what a picture shows, of which server</comment>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>until %1</source>
        <comment>end of the time range of a picture</comment>
        <translation>截至 %1</translation>
    </message>
    <message>
        <source>Ranking</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>What is ranked: each lock, or all whose names begin alike, up to a &apos;:&apos;</source>
        <translation>按什么排名：每个锁，或名称开头（到 &apos;:&apos; 为止）相同的所有锁</translation>
    </message>
    <message>
        <source>Ranked by lock</source>
        <translation>按锁排名</translation>
    </message>
    <message>
        <source>Ranked by prefix</source>
        <translation>按前缀排名</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DeletedBar</name>
    <message>
        <source>“%1” was deleted.</source>
        <translation>“%1”已删除。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DeploymentFields</name>
    <message>
        <source>One</source>
        <translation>单台</translation>
    </message>
    <message>
        <source>Behind Sentinel</source>
        <translation>由 Sentinel 管理</translation>
    </message>
    <message>
        <source>A cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>A master and its replicas</source>
        <translation>主节点及其副本</translation>
    </message>
    <message>
        <source>The default user</source>
        <translation>默认用户</translation>
    </message>
    <message>
        <source>Wherever they name their members</source>
        <translation>成员公布的任何地址</translation>
    </message>
    <message>
        <source>Where these servers may send us with our password: hosts, *.domain, addresses or ranges like 10.0.0.0/8, with commas between them.</source>
        <translation>这些服务器可以把我们（连同密码）引向何处：主机、*.domain、地址或 10.0.0.0/8 这样的网段，以逗号分隔。</translation>
    </message>
    <message>
        <source>Se&amp;rvers:</source>
        <translation>服务器(&amp;R)：</translation>
    </message>
    <message>
        <source>&amp;Address:</source>
        <translation>地址(&amp;A)：</translation>
    </message>
    <message>
        <source>Name of the master:</source>
        <translation>主节点名称：</translation>
    </message>
    <message>
        <source>User of the Sentinels:</source>
        <translation>Sentinel 的用户：</translation>
    </message>
    <message>
        <source>May lead us to:</source>
        <translation>允许转往：</translation>
    </message>
    <message>
        <source>sentinel1:26379, sentinel2:26379</source>
        <translation>sentinel1:26379, sentinel2:26379</translation>
    </message>
    <message>
        <source>host1:6379, host2:6379</source>
        <translation>host1:6379, host2:6379</translation>
    </message>
    <message>
        <source>mymaster</source>
        <comment>the usual name of a master</comment>
        <translation>mymaster</translation>
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
        <source>Cancel</source>
        <translation>取消</translation>
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
    <message>
        <source>&amp;Reason:</source>
        <translation>原因(&amp;R)：</translation>
    </message>
    <message>
        <source>Working… Closing this does not stop it; the audit log says what became of it.</source>
        <translation>正在执行… 关闭此窗口不会停止它；审计日志会说明结果。</translation>
    </message>
    <message>
        <source>It can be tried again.</source>
        <translation>可以再试一次。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what is being done; name of the lock</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 holds it, but not as it did: it was taken anew, or given another lease.</source>
        <comment>who</comment>
        <translation>%1 持有它，但与之前不同：它被重新获取，或租约已改变。</translation>
    </message>
    <message>
        <source>Since it was read, the lock was renewed or shortened, or released and taken anew by the same owner. Nothing was done. Confirm again to act on it as it is now.</source>
        <translation>读取之后，此锁已续期或租约被缩短，或由同一持有者释放后重新获取。未执行任何操作。请再次确认，以按现状执行。</translation>
    </message>
    <message>
        <source>%1 still holds it, but its reentry count is %2 instead of %3.</source>
        <comment>who, and two numbers</comment>
        <translation>%1 仍持有它，但重入计数是 %2 而不是 %3。</translation>
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
    <message>
        <source>Readers</source>
        <comment>tab</comment>
        <translation>读者</translation>
    </message>
    <message>
        <source>Its master is out of reach, or this user may not read it any more: this is what was seen last.</source>
        <translation>其主节点无法连接，或当前用户已无权读取：这是最后看到的状态。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DiagnosticsDialog</name>
    <message>
        <source>Diagnostics</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>For whoever helps you. Passwords, user names and names of locks are not in it.</source>
        <translation>供帮助您的人使用。其中不包含密码、用户名和锁名。</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::DurationField</name>
    <message>
        <source>seconds</source>
        <comment>unit of a duration</comment>
        <translation>秒</translation>
    </message>
    <message>
        <source>minutes</source>
        <comment>unit of a duration</comment>
        <translation>分钟</translation>
    </message>
    <message>
        <source>hours</source>
        <comment>unit of a duration</comment>
        <translation>小时</translation>
    </message>
    <message>
        <source>%1: unit</source>
        <comment>%1: what is measured</comment>
        <translation>%1：单位</translation>
    </message>
    <message>
        <source>The time is shorter than 0.1 seconds.</source>
        <translation>时间短于 0.1 秒。</translation>
    </message>
    <message>
        <source>The time is longer than 100 days.</source>
        <translation>时间长于 100 天。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EditDialog</name>
    <message>
        <source>Discard what was changed here?</source>
        <translation>放弃在此所做的更改？</translation>
    </message>
    <message>
        <source>&amp;Go on editing</source>
        <translation>继续编辑(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>放弃(&amp;D)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ErrorJournal</name>
    <message>
        <source>The audit log could not be written.</source>
        <translation>无法写入审计日志。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EventsModel</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>events</comment>
        <translation>
            <numerusform>%Ln 个在等待</numerusform>
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
    <message>
        <source>events before this are missing</source>
        <translation>此前的事件缺失</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>at least so long</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>alert is over · %1</source>
        <comment>event</comment>
        <translation>告警结束 · %1</translation>
    </message>
    <message>
        <source>alert · %1</source>
        <comment>event</comment>
        <translation>告警 · %1</translation>
    </message>
    <message>
        <source>≤ %1</source>
        <comment>at most so long</comment>
        <translation>≤ %1</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <comment>about so long</comment>
        <translation>≈ %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EventsPanel</name>
    <message numerus="yes">
        <source>%Ln event(s) exported</source>
        <translation>
            <numerusform>已导出 %Ln 个事件</numerusform>
        </translation>
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
        <source>Save the events that are shown to a file</source>
        <translation>将显示的事件保存到文件</translation>
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
    <message>
        <source>Filter: text, lock:…, holder:…</source>
        <translation>筛选：文本、lock:…、holder:…</translation>
    </message>
    <message>
        <source>Events as CSV…</source>
        <comment>export</comment>
        <translation>事件导出为 CSV…</translation>
    </message>
    <message>
        <source>Events as JSON…</source>
        <comment>export</comment>
        <translation>事件导出为 JSON…</translation>
    </message>
    <message>
        <source>Kind of events</source>
        <translation>事件种类</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>所有种类</translation>
    </message>
    <message>
        <source>Problems only</source>
        <comment>kinds of events</comment>
        <translation>仅问题</translation>
    </message>
    <message>
        <source>Sort by this column</source>
        <translation>按此列排序</translation>
    </message>
    <message>
        <source>Alerts</source>
        <comment>kinds of events</comment>
        <translation>告警</translation>
    </message>
    <message>
        <source>Export events</source>
        <translation>导出事件</translation>
    </message>
    <message>
        <source>Clear the events</source>
        <translation>清除事件</translation>
    </message>
    <message numerus="yes">
        <source>Forget %Ln event(s)? They cannot be brought back.</source>
        <translation>
            <numerusform>要清除 %Ln 个事件吗？清除后无法恢复。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Forget them</source>
        <translation>清除(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Keep them</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>The server does not allow this user all the commands that finding and reading locks takes: what happens may not be seen here.</source>
        <translation>服务器不允许此用户执行查找和读取锁所需的全部命令：发生的事件可能不会显示在这里。</translation>
    </message>
    <message>
        <source>Lost locks</source>
        <comment>kinds of events: in a failover or a restart</comment>
        <translation>丢失的锁</translation>
    </message>
    <message numerus="yes">
        <source>routine complete since %1, %Ln older event(s) removed</source>
        <comment>events</comment>
        <translation>
            <numerusform>常规事件自 %1 起完整，已移除 %Ln 条更早的事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>problems and alerts complete since %1, %Ln older one(s) removed</source>
        <comment>events</comment>
        <translation>
            <numerusform>问题和告警自 %1 起完整，已移除 %Ln 条更早的记录</numerusform>
        </translation>
    </message>
    <message>
        <source>Routine events from before %1 have been removed.</source>
        <translation>%1 之前的常规事件已被移除。</translation>
    </message>
    <message>
        <source>Problems and alerts from before %1 have been removed.</source>
        <translation>%1 之前的问题和告警已被移除。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EvictWaiterDialog</name>
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
        <source>The waiter is in the queue, but not as it was seen.</source>
        <translation>该等待者在队列中，但与您看到的不同。</translation>
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
        <source>&amp;Evict it although it may be alive</source>
        <translation>即使它可能仍在运行也移除(&amp;E)</translation>
    </message>
    <message>
        <source>Its entry and its deadline are deleted, and the deadlines behind it come nearer by what it had added to them.</source>
        <translation>它的队列项和截止时间将被删除，其后各截止时间会提前它所增加的部分。</translation>
    </message>
    <message>
        <source>Its clients have a NameMapper: whether they live cannot be seen here.</source>
        <translation>其客户端使用了 NameMapper：此处无法得知它们是否存活。</translation>
    </message>
    <message>
        <source>Tick the box: it is not known to be dead.</source>
        <translation>请勾选复选框：无法确定它已失效。</translation>
    </message>
    <message>
        <source>First is then %1, which is dead, too: nobody gets the lock before its time is over. Repair queue removes all that are dead.</source>
        <translation>之后排在首位的是 %1，它也已失效：在它的时限到之前，没有人能得到锁。“修复队列”会移除所有失效者。</translation>
    </message>
    <message>
        <source>&amp;Evict it although its client listens</source>
        <translation>即使其客户端在监听也移除(&amp;E)</translation>
    </message>
    <message>
        <source>Its client is connected and listens for its turn. At its next try it will queue again, at the end.</source>
        <translation>其客户端已连接，正在监听轮到自己的通知。下次尝试时，它会重新排到队尾。</translation>
    </message>
    <message>
        <source>Its client is connected and listens for its turn.</source>
        <translation>其客户端已连接，正在监听轮到自己的通知。</translation>
    </message>
    <message>
        <source>Tick the box: its client listens.</source>
        <translation>请勾选复选框：其客户端在监听。</translation>
    </message>
    <message>
        <source>Done: %1 is no longer in the queue. Its client listened.</source>
        <translation>完成：%1 已不在队列中。其客户端当时在监听。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ExportButton</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Not exported: %1</source>
        <translation>未导出：%1</translation>
    </message>
    <message numerus="yes">
        <source>Writing %Ln row(s) to %1…</source>
        <comment>%1: file</comment>
        <translation>
            <numerusform>正在将 %Ln 行写入 %1…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ExtendDialog</name>
    <message>
        <source>Left from now</source>
        <translation>从现在起剩余</translation>
    </message>
    <message>
        <source>Extend the lease</source>
        <translation>延长租约</translation>
    </message>
    <message>
        <source>Extend</source>
        <translation>延长</translation>
    </message>
    <message>
        <source>%1, %2, has %3 left already. Extending never shortens; choose more.</source>
        <comment>%1: name of the lock; %2: held by whom; %3: duration</comment>
        <translation>%1（%2）已剩余 %3。延长不会缩短租约；请选择更长的时间。</translation>
    </message>
    <message>
        <source>Lets %1 live for %4 instead of %3, until %5; it is %2.</source>
        <comment>%1: name of the lock; %2: held by whom; %3, %4: durations; %5: time of day</comment>
        <translation>使 %1 的剩余时间从 %3变为 %4，直到 %5；该锁%2。</translation>
    </message>
    <message>
        <source>Deadlines of its readers that would end before are moved with it.</source>
        <translation>在此之前结束的读者截止时间会一并后移。</translation>
    </message>
    <message>
        <source>This keeps others out for longer. The holder is not told: with a fixed lease it still believes in its old end and may let go then; a living watchdog may set its own lease again when it renews.</source>
        <translation>这会让其他人等待更久。持有者不会得到通知：固定租约的持有者仍认为租约按原来的时间结束，可能届时放手；仍在运行的看门狗在续期时可能重新设置自己的租约。</translation>
    </message>
    <message>
        <source>Done: deadlines of readers were moved; the lock itself had %1 left already.</source>
        <translation>完成：读者的截止时间已后移；锁本身已剩余 %1。</translation>
    </message>
    <message>
        <source>The lock never expires. Nothing was done.</source>
        <translation>此锁永不到期。没有执行任何操作。</translation>
    </message>
    <message>
        <source>It has %1 left already; extending never shortens. Nothing was done.</source>
        <translation>它已剩余 %1；延长不会缩短租约。没有执行任何操作。</translation>
    </message>
    <message>
        <source>&amp;Left from now:</source>
        <translation>从现在起剩余(&amp;L)：</translation>
    </message>
    <message>
        <source>Done: the time left is now %1, until %2; it was %3.</source>
        <comment>%1, %3: durations; %2: time of day</comment>
        <translation>完成：剩余 %1，直到 %2。此前为 %3。</translation>
    </message>
    <message>
        <source>Choose more time than it has left.</source>
        <translation>请选择比剩余时间更长的时间。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FailoverBar</name>
    <message>
        <source>At %1: %2</source>
        <comment>a time of day, and what happened then</comment>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>There was (were) %Ln more before.</source>
        <comment>times that another server took over</comment>
        <translation>
            <numerusform>此前还有 %Ln 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>Ac&amp;knowledge</source>
        <translation>确认(&amp;K)</translation>
    </message>
    <message>
        <source>It has been seen: this bar goes; the events stay.</source>
        <translation>表示已看到：此栏消失，事件保留。</translation>
    </message>
    <message>
        <source>Another server took over</source>
        <translation>另一台服务器已接管</translation>
    </message>
    <message numerus="yes">
        <source>&amp;List %Ln lock(s)</source>
        <comment>button: lost in a failover, or with another holder</comment>
        <translation>
            <numerusform>列出 %Ln 把锁(&amp;L)</numerusform>
        </translation>
    </message>
    <message>
        <source>Locks whose holders lost them when another server took over or this one was started anew, among the events</source>
        <translation>在事件中列出另一台服务器接管或此服务器重新启动时持有者所失去的锁</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FilterField</name>
    <message>
        <source>&amp;Previous filter</source>
        <translation>上一个筛选(&amp;P)</translation>
    </message>
    <message>
        <source>Ne&amp;xt filter</source>
        <translation>下一个筛选(&amp;X)</translation>
    </message>
    <message>
        <source>Filters &amp;explained</source>
        <translation>筛选说明(&amp;E)</translation>
    </message>
    <message>
        <source>What can be written here (F1)</source>
        <translation>这里可以写什么 (F1)</translation>
    </message>
    <message>
        <source>Suggestions</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>已保存的筛选</translation>
    </message>
    <message>
        <source>Saved filters (Alt+Down)</source>
        <translation>已保存的筛选（Alt+↓）</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FilterHelp</name>
    <message>
        <source>Filters explained</source>
        <translation>筛选说明</translation>
    </message>
    <message>
        <source>Terms beside each other must all hold. Choose an example with Enter to put it into the field.</source>
        <translation>并列的条件必须全部满足。按 Enter 将示例放入输入框。</translation>
    </message>
    <message>
        <source>Examples of filters</source>
        <translation>筛选示例</translation>
    </message>
    <message>
        <source>Used last</source>
        <translation>最近使用</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>“order” anywhere in the name</source>
        <translation>名称中任意位置含“order”</translation>
    </message>
    <message>
        <source>the whole name, with * and ?</source>
        <translation>整个名称，可用 * 和 ?</translation>
    </message>
    <message>
        <source>in quotes, a name that looks like a term</source>
        <translation>用引号表示看起来像条件的名称</translation>
    </message>
    <message>
        <source>States and kinds</source>
        <translation>状态与种类</translation>
    </message>
    <message>
        <source>held for too long; also free, held, contended, expiring</source>
        <translation>持有过久；还有 free、held、contended、expiring</translation>
    </message>
    <message>
        <source>also reentrant, read-write, fenced, spin, semaphore …</source>
        <translation>还有 reentrant、read-write、fenced、spin、semaphore …</translation>
    </message>
    <message>
        <source>read-write locks that are being written</source>
        <translation>正在被写的读写锁</translation>
    </message>
    <message>
        <source>something is wrong with its data</source>
        <translation>数据有问题</translation>
    </message>
    <message>
        <source>Clients</source>
        <translation>客户端</translation>
    </message>
    <message>
        <source>held by a client or thread</source>
        <translation>被某个客户端或线程持有</translation>
    </message>
    <message>
        <source>a client or thread stands in its queue</source>
        <translation>某个客户端或线程在它的队列中</translation>
    </message>
    <message>
        <source>either of the two</source>
        <translation>两者之一</translation>
    </message>
    <message>
        <source>Numbers and durations</source>
        <translation>数字与时长</translation>
    </message>
    <message>
        <source>its lease ends soon; ms, s, m, h</source>
        <translation>租约即将结束；ms、s、m、h</translation>
    </message>
    <message>
        <source>held for longer than a minute</source>
        <translation>持有超过一分钟</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>组合</translation>
    </message>
    <message>
        <source>both must hold</source>
        <translation>两者必须同时满足</translation>
    </message>
    <message>
        <source>not the first: - or the word not</source>
        <translation>排除符合第一个条件的：用 - 或 not</translation>
    </message>
    <message>
        <source>one of them is enough</source>
        <translation>满足其中之一即可</translation>
    </message>
    <message>
        <source>the same by its name or address, where they are known</source>
        <translation>同上，按名称或地址（如果已知）</translation>
    </message>
    <message>
        <source>a watchdog renewed its lease not long ago</source>
        <translation>看门狗不久前刚为其租约续期</translation>
    </message>
    <message>
        <source>there, \&quot; is a quotation mark, and \\ a backslash</source>
        <translation>其中 \&quot; 表示引号，\\ 表示反斜杠</translation>
    </message>
    <message>
        <source>more than 3 wait, without the dead; also count, token; with &lt;, &lt;=, =, &gt;=, &gt;</source>
        <translation>等待者超过 3 个，不含已失效的；也可用 count、token；可用 &lt;、&lt;=、=、&gt;=、&gt;</translation>
    </message>
    <message>
        <source>its lease never ends</source>
        <translation>租约永不结束</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FilterNameDialog</name>
    <message>
        <source>Filter:</source>
        <translation>筛选：</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save the filter</source>
        <translation>保存筛选</translation>
    </message>
    <message>
        <source>There is a filter of this name; it is replaced.</source>
        <translation>已有同名的筛选，将被替换。</translation>
    </message>
    <message>
        <source>It is then in View → Saved filters, and in the menu of the field (Alt+Down).</source>
        <translation>保存后可在“视图 → 已保存的筛选”及筛选栏的菜单（Alt+↓）中找到。</translation>
    </message>
    <message>
        <source>There is no room for more than %1 filters: type the name of one that is to be replaced, or remove one first.</source>
        <translation>最多保存 %1 个筛选：请输入要替换的筛选的名称，或先移除一个。</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingDetail</name>
    <message>
        <source>Select a finding to see what it means and what is safe to do about it.</source>
        <translation>选中一个问题，查看它的含义以及可以安全采取的措施。</translation>
    </message>
    <message>
        <source>%1, possible, in %2</source>
        <comment>severity of a finding, lock</comment>
        <translation>%1，可能，位于 %2</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <comment>severity of a finding, lock</comment>
        <translation>%1，位于 %2</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>What it costs</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>What is safe to do</source>
        <translation>可以安全采取的措施</translation>
    </message>
    <message>
        <source>This session is read-only. Unlock it to repair this.</source>
        <translation>此会话为只读。启用操作后才能修复。</translation>
    </message>
    <message>
        <source>The master of this lock is out of reach, or this user may not read it any more: this is what was found before.</source>
        <translation>该锁的主节点无法连接，或当前用户已无权读取：这是此前发现的内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s) are selected.</source>
        <translation>
            <numerusform>已选择 %n 个问题。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The queues of %n lock(s) can be repaired together.</source>
        <translation>
            <numerusform>可以一起修复 %n 把锁的队列。</numerusform>
        </translation>
    </message>
    <message>
        <source>Only queues can be repaired together. Select one to see what is safe to do about it.</source>
        <translation>只有队列可以一起修复。请选择一个问题，查看可以安全地做什么。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsModel</name>
    <message>
        <source>Severity</source>
        <comment>column</comment>
        <translation>级别</translation>
    </message>
    <message>
        <source>Lock</source>
        <comment>column</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>About</source>
        <comment>column: the owner or client that a finding is about</comment>
        <translation>关于</translation>
    </message>
    <message>
        <source>Finding</source>
        <comment>column</comment>
        <translation>问题</translation>
    </message>
    <message>
        <source>Since</source>
        <comment>column: how long a finding has been known</comment>
        <translation>已持续</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsPanel</name>
    <message>
        <source>Repair…</source>
        <comment>the selected finding</comment>
        <translation>修复…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln finding(s) exported</source>
        <translation>
            <numerusform>已导出 %Ln 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>What is wrong with the locks of a server appears here once it is connected.</source>
        <translation>连接服务器后，其锁存在的问题会显示在这里。</translation>
    </message>
    <message>
        <source>No finding fits the filter.</source>
        <translation>没有符合筛选条件的问题。</translation>
    </message>
    <message>
        <source>Nothing wrong was found so far: %1 % of the keys were looked at.</source>
        <translation>目前没有发现问题：已查看 %1% 的键。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>severity of findings, how many</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Not live: as seen last</source>
        <translation>非实时：为最后看到的内容</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more not listed</source>
        <comment>findings</comment>
        <translation>
            <numerusform>另有 %Ln 个未列出</numerusform>
        </translation>
    </message>
    <message>
        <source>Search findings</source>
        <translation>搜索问题</translation>
    </message>
    <message>
        <source>Show findings of this severity: %1</source>
        <translation>显示此级别的问题：%1</translation>
    </message>
    <message>
        <source>Save the findings that are shown to a file</source>
        <translation>将显示的问题保存到文件</translation>
    </message>
    <message>
        <source>Go to the lock</source>
        <translation>转到此锁</translation>
    </message>
    <message>
        <source>Export findings as CSV…</source>
        <translation>将问题导出为 CSV…</translation>
    </message>
    <message>
        <source>Export findings as JSON…</source>
        <translation>将问题导出为 JSON…</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Explanation of the finding</source>
        <translation>问题的说明</translation>
    </message>
    <message>
        <source>Export findings</source>
        <translation>导出问题</translation>
    </message>
    <message numerus="yes">
        <source>Repair %n queue(s)…</source>
        <translation>
            <numerusform>修复 %n 个队列…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No finding that is listed fits the filter; %Ln more are not listed.</source>
        <translation>
            <numerusform>列出的问题中没有符合筛选条件的；另有 %Ln 个未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>The number beside the panel&apos;s name leaves them out.</source>
        <translation>面板名称旁的数字不计入这些项。</translation>
    </message>
    <message>
        <source>Nothing wrong was found. Semaphores and latches are not looked into.</source>
        <translation>未发现问题。信号量和闭锁不在检查范围内。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ForceExpireDialog</name>
    <message>
        <source>Force-expire</source>
        <translation>强制到期</translation>
    </message>
    <message>
        <source>%1, %2, ends sooner already: nothing to do. A living watchdog may renew it before that.</source>
        <comment>%1: name of the lock; %2: held by whom</comment>
        <translation>%1（%2）本来就会更早结束：无需操作。仍在运行的看门狗可能在此之前续期。</translation>
    </message>
    <message>
        <source>Done: it has %1 left; before, it never expired.</source>
        <comment>%1: duration</comment>
        <translation>完成：剩余 %1；此前永不到期。</translation>
    </message>
    <message>
        <source>Done: it has %1 left; before, it had %2.</source>
        <comment>durations</comment>
        <translation>完成：剩余 %1；此前为 %2。</translation>
    </message>
    <message>
        <source>It ends sooner already: it has %1 left. Nothing was done.</source>
        <translation>它本来就会更早结束：剩余 %1。没有执行任何操作。</translation>
    </message>
    <message>
        <source>E&amp;xpires in:</source>
        <translation>剩余时间(&amp;X)：</translation>
    </message>
    <message>
        <source>It has %1 left now.</source>
        <comment>%1: duration</comment>
        <translation>它现在剩余 %1。</translation>
    </message>
    <message>
        <source>As it is, it never expires.</source>
        <translation>目前它永不到期。</translation>
    </message>
    <message>
        <source>Lets %1 expire in %4; it is %2. %3</source>
        <comment>%1: name of the lock; %2: held by whom; %3: sentence about the waiters; %4: duration</comment>
        <translation>使 %1 在 %4后到期；它目前%2。%3</translation>
    </message>
    <message>
        <source>Choose less time than it has left.</source>
        <translation>请选择比剩余时间更短的时间。</translation>
    </message>
    <message>
        <source>Its key, and what is later of the deadlines of its readers, get this end; whoever waits is told to look again.</source>
        <translation>它的键以及其读者中更晚的截止时间将设为这个期限；等待者会被通知重新查看。</translation>
    </message>
    <message>
        <source>Its key gets this end; whoever waits is told to look again.</source>
        <translation>它的键将设为这个期限；等待者会被通知重新查看。</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Done: its time is over already. Right after that nobody held it yet.</source>
        <translation>完成：它的时间已到。紧接其后还没有人持有它。</translation>
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
    <message>
        <source>Its key and the deadlines of its readers are deleted, and the message of a release is published.</source>
        <translation>它的键及其读者的截止时间将被删除，并发布释放消息。</translation>
    </message>
    <message>
        <source>Its key is deleted, and the message of a release is published.</source>
        <translation>它的键将被删除，并发布释放消息。</translation>
    </message>
    <message>
        <source>The window offers to take it back.</source>
        <translation>可在主窗口中撤销。</translation>
    </message>
    <message>
        <source>It cannot be taken back: that needs the permission to run DUMP and RESTORE, and at most 1 MB of data.</source>
        <translation>无法撤回：撤回需要执行 DUMP 和 RESTORE 的权限，且数据不超过 1 MB。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead waiter(s) were removed from its queue; to take it back does not bring them back.</source>
        <translation>
            <numerusform>已从其队列移除 %Ln 个失效的等待者；撤销不会把它们放回。</numerusform>
        </translation>
    </message>
    <message>
        <source>Done: it was held by %1. Then %2 got it.</source>
        <comment>holders</comment>
        <translation>完成：此前由 %1 持有。随后由 %2 获得。</translation>
    </message>
    <message>
        <source>Done: it was held by %1. Right after that nobody held it yet.</source>
        <translation>完成：此前由 %1 持有。紧接其后还没有人持有它。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::GivingBackDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Leave all the same</source>
        <translation>仍然离开</translation>
    </message>
    <message>
        <source>Not given back yet</source>
        <translation>尚未归还</translation>
    </message>
    <message>
        <source>The server has not confirmed that these were given back: %1</source>
        <comment>%1: names of locks, each with when it ends</comment>
        <translation>服务器尚未确认以下各项已归还：%1</translation>
    </message>
    <message>
        <source>As soon as it has, this goes on by itself.</source>
        <translation>一经确认，将自动继续。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::HeartbeatStrip</name>
    <message>
        <source>Heartbeat of the lock</source>
        <translation>锁的心跳</translation>
    </message>
    <message>
        <source>Nobody holds it: there is no heartbeat.</source>
        <translation>没有人持有它：没有心跳。</translation>
    </message>
    <message>
        <source>It never expires: there is nothing to renew.</source>
        <translation>它永不到期：没有可续期的内容。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln heartbeat(s) missed, due every %1. The lock is lost in %2.</source>
        <translation>
            <numerusform>错过了 %Ln 次心跳（每 %1一次）。%2后将失去此锁。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed %Ln time(s), every %1.</source>
        <translation>
            <numerusform>已续期 %Ln 次，每 %1一次。</numerusform>
        </translation>
    </message>
    <message>
        <source>Renewed once.</source>
        <translation>已续期一次。</translation>
    </message>
    <message>
        <source>The next is due in %1; if it fails, the lock is lost in %2.</source>
        <translation>下一次在 %1后；如果失败，%2后将失去此锁。</translation>
    </message>
    <message>
        <source>The next is due now; if it fails, the lock is lost in %1.</source>
        <translation>下一次就在现在；如果失败，%1后将失去此锁。</translation>
    </message>
    <message>
        <source>lost</source>
        <comment>end of a lease, on an axis</comment>
        <translation>失去</translation>
    </message>
    <message>
        <source>Renewed at least once.</source>
        <translation>至少已续期一次。</translation>
    </message>
    <message numerus="yes">
        <source>Renewed %Ln time(s).</source>
        <translation>
            <numerusform>已续期 %Ln 次。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed at least %Ln time(s).</source>
        <translation>
            <numerusform>至少已续期 %Ln 次。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed at least %Ln time(s), every %1.</source>
        <translation>
            <numerusform>至少已续期 %Ln 次，每 %1一次。</numerusform>
        </translation>
    </message>
    <message>
        <source>If it is not renewed again, the lock is lost in %1.</source>
        <translation>如果不再续期，%1后将失去此锁。</translation>
    </message>
    <message>
        <source>Nobody is known who would renew a lease: there is no heartbeat.</source>
        <translation>不知道谁会续约：没有心跳。</translation>
    </message>
    <message>
        <source>One of its permits never ends: of it there is nothing to renew.</source>
        <translation>它有一个许可永不到期：该许可无需续约。</translation>
    </message>
    <message>
        <source>Not renewed yet; whether it will be, cannot be said. The lease ends in %1.</source>
        <translation>尚未续期；是否会续期还无法判断。租约将在 %1 后结束。</translation>
    </message>
    <message>
        <source>Not renewed when a watchdog would have: a fixed lease, or its client is dead. It ends in %1.</source>
        <translation>看门狗本该续期时没有续期：是固定租约，或其客户端已失效。租约将在 %1 后结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::HistogramChart</name>
    <message>
        <source>%1 ms</source>
        <comment>milliseconds, at an axis</comment>
        <translation>%1 毫秒</translation>
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
    <message>
        <source>Client</source>
        <comment>column: its name and address</comment>
        <translation>客户端</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ImportDialog</name>
    <message>
        <source>Import profiles</source>
        <translation>导入连接配置</translation>
    </message>
    <message>
        <source>A profile that is here already is replaced if it names the same server and user; any other is added. Passwords are never part of the file and stay as they are.</source>
        <translation>如果已有连接配置指向同一服务器和用户，将被替换；其他的会被添加。密码从不包含在文件中，保持不变。</translation>
    </message>
    <message>
        <source>Profiles in the file</source>
        <translation>文件中的连接配置</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>连接配置</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>将会发生什么</translation>
    </message>
    <message numerus="yes">
        <source>%Ln entry(ies) of the file cannot be understood and are left out.</source>
        <translation>
            <numerusform>文件中有 %Ln 项无法理解，已略过。</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln profile(s)</source>
        <translation>
            <numerusform>导入 %Ln 个连接配置</numerusform>
        </translation>
    </message>
    <message>
        <source>is added</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>is added under another name</source>
        <translation>以另一个名称添加</translation>
    </message>
    <message>
        <source>replaces “%1”</source>
        <translation>替换“%1”</translation>
    </message>
    <message>
        <source>is here already</source>
        <translation>已存在</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::KeychainVault</name>
    <message>
        <source>There is no keychain here.</source>
        <translation>这里没有密钥环。</translation>
    </message>
    <message>
        <source>The keychain was not unlocked.</source>
        <translation>密钥环没有解锁。</translation>
    </message>
    <message>
        <source>The keychain did not answer as it should.</source>
        <translation>密钥环没有正确响应。</translation>
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
    <message>
        <source>Slot %1; nobody serves it just now.</source>
        <comment>of a cluster</comment>
        <translation>槽 %1；目前无人提供服务。</translation>
    </message>
    <message>
        <source>Slot %1, on %2</source>
        <comment>of a cluster</comment>
        <translation>槽 %1，位于 %2</translation>
    </message>
    <message>
        <source>The keys of this lock could not be read.</source>
        <translation>无法读取此锁的键。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LeaveDialog</name>
    <message>
        <source>What this program holds or waits for is given up: %1</source>
        <comment>names of locks</comment>
        <translation>本程序持有或等待的锁将被放弃：%1</translation>
    </message>
    <message>
        <source>What was released by force can no longer be put back: %1</source>
        <comment>names of locks</comment>
        <translation>被强制释放的锁将无法再恢复：%1</translation>
    </message>
    <message>
        <source>Not finished yet: %1</source>
        <comment>%1: Writing 5,000 rows to locks.csv…</comment>
        <translation>尚未完成：%1</translation>
    </message>
    <message>
        <source>The events and the contention seen so far are forgotten.</source>
        <translation>到目前为止记录的事件和争用情况将被丢弃。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>新建窗口</translation>
    </message>
    <message>
        <source>%1?</source>
        <comment>what is about to be done</comment>
        <translation>%1？</translation>
    </message>
    <message>
        <source>Leave %1?</source>
        <comment>name of a server</comment>
        <translation>断开与 %1 的连接？</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>names of locks</comment>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ends in about %2</source>
        <comment>%1: name of a lock; %2: duration</comment>
        <translation>%1 约 %2后结束</translation>
    </message>
    <message>
        <source>%1 never ends by itself</source>
        <comment>%1: name of a semaphore</comment>
        <translation>%1 不会自行结束</translation>
    </message>
    <message>
        <source>The server does not answer, so nothing can be given back now: %1</source>
        <comment>%1: names of locks, each with when it ends</comment>
        <translation>服务器没有响应，现在无法归还任何锁：%1</translation>
    </message>
    <message>
        <source>Permits that are not given back, as since a failover nobody can tell whether they still count: %1</source>
        <comment>names of semaphores</comment>
        <translation>不会归还的许可（故障转移后无法得知它们是否仍被计入）：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockActions</name>
    <message>
        <source>Select a lock first.</source>
        <translation>请先选择一把锁。</translation>
    </message>
    <message>
        <source>Nobody holds it.</source>
        <translation>没有人持有它。</translation>
    </message>
    <message>
        <source>Select at most %1 locks.</source>
        <translation>最多选择 %1 把锁。</translation>
    </message>
    <message>
        <source>It never expires.</source>
        <translation>它永不到期。</translation>
    </message>
    <message>
        <source>Nobody is known to wait.</source>
        <translation>没有已知的等待者。</translation>
    </message>
    <message>
        <source>Take the lock away from its holder and wake who waits</source>
        <translation>从持有者手中夺走此锁，并唤醒等待者</translation>
    </message>
    <message>
        <source>Let the lock expire soon</source>
        <translation>使此锁很快到期</translation>
    </message>
    <message>
        <source>Make what is left of the lease longer</source>
        <translation>延长租约的剩余时间</translation>
    </message>
    <message>
        <source>Tell waiters to look again, if they sleep although the lock is free</source>
        <translation>如果锁已空闲而等待者仍在沉睡，通知它们再看一次</translation>
    </message>
    <message>
        <source>Take a lock for this program</source>
        <translation>为本程序获取一把锁</translation>
    </message>
    <message>
        <source>Give back what this program holds</source>
        <translation>归还本程序持有的锁</translation>
    </message>
    <message>
        <source>This program does not hold it.</source>
        <translation>本程序没有持有它。</translation>
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
        <source>E&amp;xtend…</source>
        <translation>延长(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Wake next…</source>
        <translation>唤醒下一个(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;Acquire…</source>
        <translation>获取(&amp;A)…</translation>
    </message>
    <message>
        <source>Re&amp;lease</source>
        <translation>释放(&amp;L)</translation>
    </message>
    <message>
        <source>None of them has a queue that can be repaired and has to be.</source>
        <translation>其中没有需要且可以修复的队列。</translation>
    </message>
    <message>
        <source>Remove the dead from the queue and make its deadlines agree with it</source>
        <translation>移除队列中已失效的等待者，并使截止时间与队列一致</translation>
    </message>
    <message>
        <source>Re&amp;pair queue…</source>
        <translation>修复队列(&amp;P)…</translation>
    </message>
    <message>
        <source>It is a group of locks in one hash: who holds which of them cannot be compared.</source>
        <translation>它是一个哈希中的一组锁：无法比较谁持有其中哪一个。</translation>
    </message>
    <message>
        <source>It has more holders than are read, so they cannot be compared.</source>
        <translation>它的持有者多于读取的数量，因此无法比较。</translation>
    </message>
    <message>
        <source>Semaphores and latches can be watched, but not acted on. Only a permit can be given back, in the list of holders.</source>
        <translation>信号量和闭锁只能观察，不能操作。只有许可可以在持有者列表中归还。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockColumns</name>
    <message>
        <source>Reentry count</source>
        <translation>重入次数</translation>
    </message>
    <message>
        <source>&amp;Undo the change of columns or sorting</source>
        <translation>撤销列或排序的更改(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Reset the columns</source>
        <translation>重置列(&amp;R)</translation>
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
    <message>
        <source>Left to count down</source>
        <comment>of a latch</comment>
        <translation>剩余倒数</translation>
    </message>
    <message>
        <source>Free permits</source>
        <translation>空闲许可</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>What can be done to this lock</source>
        <translation>可对此锁执行的操作</translation>
    </message>
    <message>
        <source>Held for longer than %1, from when on a lock counts as stuck here.</source>
        <translation>持有时间已超过 %1；超过此时长的锁在这里视为卡住。</translation>
    </message>
    <message numerus="yes">
        <source>What can be done to the %Ln selected lock(s)</source>
        <translation>
            <numerusform>可对选中的 %Ln 把锁执行的操作</numerusform>
        </translation>
    </message>
    <message>
        <source>Actions (%1)</source>
        <comment>%1: how many locks they are for</comment>
        <translation>操作（%1）</translation>
    </message>
    <message>
        <source>The filter leaves this lock out of the table.</source>
        <translation>此锁被筛选条件隐藏，不在表格中。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) are selected. Only one is shown here.</source>
        <translation>
            <numerusform>已选择 %Ln 把锁，此处只显示其中一把。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockSortActions</name>
    <message>
        <source>Reentry count</source>
        <translation>重入次数</translation>
    </message>
    <message>
        <source>&amp;The other way round</source>
        <translation>反向排序(&amp;T)</translation>
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
    <name>lockscope::ui::LockTableActions</name>
    <message>
        <source>Cop&amp;y rows as</source>
        <translation>将行复制为(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>文本(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;CSV</source>
        <translation>&amp;CSV</translation>
    </message>
    <message>
        <source>&amp;JSON</source>
        <translation>&amp;JSON</translation>
    </message>
    <message>
        <source>Commands for &amp;redis-cli</source>
        <translation>&amp;redis-cli 命令</translation>
    </message>
    <message>
        <source>E&amp;verything this client holds or waits for</source>
        <translation>此客户端持有或等待的所有锁(&amp;V)</translation>
    </message>
    <message>
        <source>Only names that &amp;begin like this one</source>
        <translation>仅显示开头相同的名称(&amp;B)</translation>
    </message>
    <message>
        <source>Group &amp;by prefix</source>
        <translation>按前缀分组(&amp;B)</translation>
    </message>
    <message>
        <source>Open all group&amp;s</source>
        <translation>展开所有分组(&amp;S)</translation>
    </message>
    <message>
        <source>C&amp;lose all groups</source>
        <translation>折叠所有分组(&amp;L)</translation>
    </message>
    <message>
        <source>Of those who wait only the ones in the queues of fair locks are known</source>
        <translation>等待者中只知道公平锁队列里的那些</translation>
    </message>
    <message>
        <source>One row for all locks whose names begin alike</source>
        <translation>名称开头相同的锁合为一行</translation>
    </message>
    <message>
        <source>Group &amp;up to</source>
        <translation>分组依据(&amp;U)</translation>
    </message>
    <message>
        <source>Group up to the &amp;first “:”</source>
        <translation>按第一个“:”之前分组(&amp;F)</translation>
    </message>
    <message>
        <source>Group up to the &amp;second “:”</source>
        <translation>按第二个“:”之前分组(&amp;S)</translation>
    </message>
    <message>
        <source>Group up to the &amp;third “:”</source>
        <translation>按第三个“:”之前分组(&amp;T)</translation>
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
    <message>
        <source>≥ %1</source>
        <comment>at least so many</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>how long a lock has been held</comment>
        <translation>未知</translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <comment>holders</comment>
        <translation>
            <numerusform>及另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>(no prefix)</source>
        <comment>group of the locks without &apos;:&apos; in their name</comment>
        <translation>（无前缀）</translation>
    </message>
    <message>
        <source>%1, blocked by its data</source>
        <comment>%1: state of a lock</comment>
        <translation>%1，因其数据而被阻塞</translation>
    </message>
    <message numerus="yes">
        <source>at most %Ln waited</source>
        <comment>clients, or places in a queue, in the last minute</comment>
        <translation>
            <numerusform>最多时有 %Ln 个在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>How many wait cannot be known: the server does not say who listens.</source>
        <translation>无法知道有多少个在等待：服务器不说明谁在监听。</translation>
    </message>
    <message>
        <source>It was held already when we first saw it.</source>
        <translation>首次看到时它已被持有。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>number of locks, their state</comment>
        <translation>%1 %2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <comment>in a group</comment>
        <translation>
            <numerusform>%Ln 把锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln held</source>
        <comment>locks in a group</comment>
        <translation>
            <numerusform>%Ln 把被持有</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln contended</source>
        <comment>locks in a group</comment>
        <translation>
            <numerusform>%Ln 把被争用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stuck</source>
        <comment>locks in a group</comment>
        <translation>
            <numerusform>%Ln 把卡住</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>clients, or places in queues, of a group</comment>
        <translation>
            <numerusform>%Ln 个在等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Open group: %1</source>
        <translation>已展开的分组：%1</translation>
    </message>
    <message>
        <source>Closed group: %1</source>
        <translation>已折叠的分组：%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>a holder, its client</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <comment>a lease was renewed</comment>
        <translation>%1前</translation>
    </message>
    <message>
        <source>not seen</source>
        <comment>that a lease was renewed</comment>
        <translation>未见</translation>
    </message>
    <message>
        <source>Renewed</source>
        <comment>column: how long ago</comment>
        <translation>续期</translation>
    </message>
    <message>
        <source>How long ago its lease was renewed: then its process lived</source>
        <translation>租约在多久之前续期：那时其进程仍在运行</translation>
    </message>
    <message>
        <source>Its lease is a fixed one, or it was not renewed since we see it.</source>
        <translation>租约是固定的，或者自我们观察以来没有续期。</translation>
    </message>
    <message>
        <source>So many clients listen; each may have several threads that wait.</source>
        <translation>有这么多客户端在监听；每个客户端可能有多个线程在等待。</translation>
    </message>
    <message>
        <source>%1 +%2 dead</source>
        <comment>numbers of waiters, and of the dead in the queue; as short as it may be</comment>
        <translation>%1 +%2 失效</translation>
    </message>
    <message>
        <source>How many wait, without the dead: threads in the queue of a fair lock, otherwise clients</source>
        <translation>等待数，不含已失效的：公平锁按队列中的线程计，其他锁按客户端计</translation>
    </message>
    <message numerus="yes">
        <source>%1 waiting, %Ln dead in the queue</source>
        <comment>%1: a number of waiters</comment>
        <translation>
            <numerusform>%1 个在等待，队列中有 %Ln 个已失效</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead in queues</source>
        <comment>waiters of a group</comment>
        <translation>
            <numerusform>队列中 %Ln 个已失效</numerusform>
        </translation>
    </message>
    <message>
        <source>Who has its permits Redis does not tell.</source>
        <translation>许可在谁手中，Redis 不提供。</translation>
    </message>
    <message>
        <source>How many wait cannot be known: this user may not read the queue that it may have.</source>
        <translation>无法得知有多少等待者：此用户无权读取它可能有的队列。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LostHoldsBar</name>
    <message>
        <source>%1 is no longer ours: %2.</source>
        <comment>%1: name of a lock; %2: why</comment>
        <translation>%1 不再由本程序持有：%2。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more was (were) lost before.</source>
        <comment>locks of ours</comment>
        <translation>
            <numerusform>此前还失去了 %Ln 把。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>List the locks that this program holds or has lost</source>
        <translation>列出本程序持有或已失去的锁</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>确认</translation>
    </message>
    <message>
        <source>It has been seen: this bar goes; the list stays.</source>
        <translation>表示已看到：此栏消失，列表保留。</translation>
    </message>
    <message>
        <source>A lock of ours is lost</source>
        <translation>本程序的一把锁已失去</translation>
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
        <source>&amp;Copy the name</source>
        <translation>复制名称(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>重新读取(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>筛选(&amp;F)</translation>
    </message>
    <message>
        <source>Clear the filte&amp;r</source>
        <translation>清除筛选(&amp;R)</translation>
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
        <source>Conten&amp;ded</source>
        <comment>locks</comment>
        <translation>争用(&amp;D)</translation>
    </message>
    <message>
        <source>Stuc&amp;k</source>
        <comment>locks</comment>
        <translation>卡住(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Detail</source>
        <translation>详情(&amp;D)</translation>
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
    <message>
        <source>&amp;New window</source>
        <translation>新建窗口(&amp;N)</translation>
    </message>
    <message>
        <source>Dia&amp;gnostics…</source>
        <translation>诊断(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Panels below</source>
        <translation>下方面板(&amp;P)</translation>
    </message>
    <message>
        <source>Take the &amp;tour</source>
        <translation>观看导览(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;High contrast</source>
        <comment>theme</comment>
        <translation>高对比度(&amp;H)</translation>
    </message>
    <message>
        <source>R&amp;econnect</source>
        <translation>重新连接(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Normal size (now %1 %)</source>
        <translation>正常大小，当前 %1%(&amp;N)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MainMenus</name>
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
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Columns</source>
        <translation>列(&amp;C)</translation>
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
        <source>Sort b&amp;y</source>
        <translation>排序方式(&amp;Y)</translation>
    </message>
    <message>
        <source>&amp;Size of the parts</source>
        <translation>各部分大小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Keys of the lock</source>
        <translation>锁的键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Commands of the panels</source>
        <translation>面板命令(&amp;C)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MainWindow</name>
    <message>
        <source>Disconnect</source>
        <translation>断开连接</translation>
    </message>
    <message>
        <source>Start a sandbox</source>
        <translation>启动沙盒</translation>
    </message>
    <message>
        <source>Close the window</source>
        <translation>关闭窗口</translation>
    </message>
    <message>
        <source>Nothing is read while the monitor is paused or the connection is lost.</source>
        <translation>监视暂停或连接断开时，不会读取任何内容。</translation>
    </message>
    <message>
        <source>Quit</source>
        <comment>the program, with all its windows</comment>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MissingLockBar</name>
    <message>
        <source>%1 is hidden by the filter.</source>
        <comment>%1: name of a lock</comment>
        <translation>%1 被筛选隐藏。</translation>
    </message>
    <message>
        <source>A lock that is not in the table</source>
        <translation>不在表中的锁</translation>
    </message>
    <message>
        <source>Show it</source>
        <comment>button</comment>
        <translation>显示</translation>
    </message>
    <message>
        <source>Clear the filter and select the lock</source>
        <translation>清除筛选并选中该锁</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1 is not there now.</source>
        <comment>%1: name of a lock</comment>
        <translation>%1 现在不存在。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MultiHoldDialog</name>
    <message>
        <source>&amp;Left from now:</source>
        <translation>从现在起剩余(&amp;L)：</translation>
    </message>
    <message>
        <source>E&amp;xpires in:</source>
        <translation>剩余时间(&amp;X)：</translation>
    </message>
    <message>
        <source>Left from now</source>
        <translation>从现在起剩余</translation>
    </message>
    <message>
        <source>Expires in</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>released. %1</source>
        <comment>%1: sentence about the waiters</comment>
        <translation>释放。%1</translation>
    </message>
    <message>
        <source>nothing: it ends sooner already</source>
        <translation>不变：它本来就会更早到期</translation>
    </message>
    <message>
        <source>expires in %1. %2</source>
        <comment>%1: duration; %2: sentence about the waiters</comment>
        <translation>%1后到期。%2</translation>
    </message>
    <message>
        <source>nothing: it never expires</source>
        <translation>不变：它永不到期</translation>
    </message>
    <message>
        <source>%1 left instead of %2</source>
        <comment>durations</comment>
        <translation>剩余 %1，原为 %2</translation>
    </message>
    <message>
        <source>nothing: it has %1 left already</source>
        <translation>不变：剩余时间已有 %1</translation>
    </message>
    <message>
        <source>done: it expires in %1</source>
        <translation>完成：%1后到期</translation>
    </message>
    <message>
        <source>done: %1 left</source>
        <translation>完成：剩余 %1</translation>
    </message>
    <message>
        <source>done: released; it cannot be taken back</source>
        <translation>完成：已释放；无法撤回</translation>
    </message>
    <message>
        <source>done: released; now held by %1</source>
        <translation>完成：已释放；现由 %1 持有</translation>
    </message>
    <message>
        <source>done: released</source>
        <translation>完成：已释放</translation>
    </message>
    <message>
        <source>nothing done: it has more left already</source>
        <translation>未执行：它剩余的时间已更长</translation>
    </message>
    <message>
        <source>nothing done: it ends sooner already</source>
        <translation>未执行：它本来就会更早结束</translation>
    </message>
    <message>
        <source>nothing done: renewed, or taken anew, in this moment</source>
        <translation>未执行：就在此刻被续期或重新获取</translation>
    </message>
    <message numerus="yes">
        <source>Releases %Ln lock(s), one after the other.</source>
        <translation>
            <numerusform>依次释放 %Ln 把锁。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lets %Ln lock(s) expire.</source>
        <translation>
            <numerusform>使 %Ln 把锁到期。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Extends the leases of %Ln lock(s).</source>
        <translation>
            <numerusform>延长 %Ln 把锁的租约。</numerusform>
        </translation>
    </message>
    <message>
        <source>Each one is released only if it is still held as the list says. Where a holder is still working, two will work at once.</source>
        <translation>只有仍如列表所示被持有时才会释放。如果持有者仍在工作，将有两方同时工作。</translation>
    </message>
    <message>
        <source>Each one is extended only if it is still held as the list says. Who waits may wait for longer; a living watchdog may set its own, shorter lease again.</source>
        <translation>只有仍如列表所示被持有时才会延长。等待者可能要等更久；仍在运行的看门狗可能重新设置自己较短的租约。</translation>
    </message>
    <message>
        <source>Force-release several locks</source>
        <translation>强制释放多把锁</translation>
    </message>
    <message>
        <source>Force-expire several locks</source>
        <translation>使多把锁强制到期</translation>
    </message>
    <message>
        <source>Extend several leases</source>
        <translation>延长多个租约</translation>
    </message>
    <message numerus="yes">
        <source>Force-release %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>强制释放 %Ln 把</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Force-expire %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>强制到期 %Ln 把</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Extend %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>延长 %Ln 把</numerusform>
        </translation>
    </message>
    <message>
        <source>Each one is expired only if it is still held as the list says.</source>
        <translation>只有仍如列表所示被持有时才会使其到期。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MultiLockDialog</name>
    <message>
        <source>The connection was closed. Nothing more can be done here.</source>
        <translation>连接已关闭。这里无法再做任何操作。</translation>
    </message>
    <message>
        <source>The session is read-only again. Nothing more is done.</source>
        <translation>会话已恢复为只读。不再执行任何操作。</translation>
    </message>
    <message>
        <source>Locks and what happens to them</source>
        <translation>锁以及将要发生的变化</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>For the audit log</source>
        <translation>写入审计日志</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>waiting for its turn</source>
        <translation>等待处理</translation>
    </message>
    <message>
        <source>Finished: %1 of %2 done. The list says what became of each.</source>
        <comment>numbers</comment>
        <translation>完成：%2 把中的 %1 把。列表说明了每一把的结果。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>left out: it cannot be read now</source>
        <translation>已略过：目前无法读取</translation>
    </message>
    <message>
        <source>nothing done: renewed, or taken anew; confirm again</source>
        <translation>未执行：已被续期或重新获取；请再次确认</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) were renewed since they were read, or released and taken anew by the same owner. Nothing was done to them. Confirm again to act on them as they are now.</source>
        <translation>
            <numerusform>%Ln 把锁自读取以来已被续期，或被同一持有者释放后重新获取。没有对它们执行任何操作。再次确认即可按现在的状态操作。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Reason:</source>
        <translation>原因(&amp;R)：</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) could not be acted on; the list says why. Nothing was done to them. Confirm again to try once more.</source>
        <translation>
            <numerusform>有 %Ln 把锁无法操作，原因见列表。没有对它们执行任何操作。再次确认即可重试。</numerusform>
        </translation>
    </message>
    <message>
        <source>not begun: cancelled before its turn</source>
        <translation>未开始：轮到它之前已取消</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <comment>what is there instead</comment>
        <translation>已略过：%1</translation>
    </message>
    <message>
        <source>now held by %1</source>
        <translation>现被 %1 持有</translation>
    </message>
    <message>
        <source>nobody holds it any more</source>
        <translation>已没有人持有它</translation>
    </message>
    <message>
        <source>nothing done: %1</source>
        <comment>what is there instead</comment>
        <translation>未执行：%1</translation>
    </message>
    <message>
        <source>left out: nothing to do</source>
        <translation>略过：无需操作</translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln lock(s) it is not known whether it has happened: look at them before you repeat it.</source>
        <translation>
            <numerusform>有 %Ln 把锁不知道是否已经执行：重复之前请先查看它们。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MultiLockModel</name>
    <message>
        <source>Lock</source>
        <comment>column</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>Held by</source>
        <comment>column</comment>
        <translation>持有者</translation>
    </message>
    <message>
        <source>What happens</source>
        <comment>column</comment>
        <translation>将会发生什么</translation>
    </message>
    <message>
        <source>Result</source>
        <comment>column</comment>
        <translation>结果</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MultiRepairDialog</name>
    <message>
        <source>Repair several queues</source>
        <translation>修复多个队列</translation>
    </message>
    <message numerus="yes">
        <source>Repairs %Ln queue(s), one after the other.</source>
        <translation>
            <numerusform>依次修复 %Ln 个队列。</numerusform>
        </translation>
    </message>
    <message>
        <source>Whoever is alive keeps its place. Each one is repaired only if it is still as it was read, and if what happens is still what the list says.</source>
        <translation>仍在运行的等待者保持原来的位置。只有队列仍与读取时一致，且将要做的事仍与列表所述相同时，才会修复。</translation>
    </message>
    <message numerus="yes">
        <source>Repair %Ln</source>
        <comment>button; %Ln: number of queues</comment>
        <translation>
            <numerusform>修复 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing done: there was nothing to repair any more</source>
        <translation>未执行：已没有需要修复的内容</translation>
    </message>
    <message>
        <source>done: %1</source>
        <comment>%1: what was mended</comment>
        <translation>完成：%1</translation>
    </message>
    <message>
        <source>done: %1; %2 was told to try</source>
        <comment>%1: what was mended; %2: waiter</comment>
        <translation>完成：%1；已通知 %2 尝试获取</translation>
    </message>
    <message>
        <source>there is nothing to repair any more</source>
        <translation>已没有需要修复的内容</translation>
    </message>
    <message>
        <source>something else would be repaired now</source>
        <translation>现在要修复的内容已不同</translation>
    </message>
    <message numerus="yes">
        <source>In %Ln queue(s) somebody came or went in that moment. Nothing was done to them. Confirm again to repair them as they are now.</source>
        <translation>
            <numerusform>有 %Ln 个队列就在此刻有等待者加入或离开，未对其执行任何操作。再次确认即可按现状修复。</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing done: somebody came or went; confirm again</source>
        <translation>未执行：有等待者加入或离开；请再次确认</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MultiWakeDialog</name>
    <message>
        <source>Wake the waiters of several locks</source>
        <translation>唤醒多把锁的等待者</translation>
    </message>
    <message numerus="yes">
        <source>Tells who waits for %Ln lock(s) to look again.</source>
        <translation>
            <numerusform>通知 %Ln 把锁的等待者重新查看。</numerusform>
        </translation>
    </message>
    <message>
        <source>Who cannot have its lock goes on waiting. Nothing is written to Redis, and nobody loses a place.</source>
        <translation>拿不到锁的继续等待。不会向 Redis 写入任何内容，也没有人会失去位置。</translation>
    </message>
    <message numerus="yes">
        <source>Wake %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>唤醒 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>tells the first in its queue that lives. %1</source>
        <comment>%1: sentence about the waiters</comment>
        <translation>通知其队列中第一个仍在运行的等待者。%1</translation>
    </message>
    <message>
        <source>tells everybody. %1</source>
        <comment>%1: sentence about the waiters</comment>
        <translation>通知所有等待者。%1</translation>
    </message>
    <message>
        <source>tells one waiter in each client. %1</source>
        <comment>%1: sentence about the waiters</comment>
        <translation>通知每个客户端中的一个等待者。%1</translation>
    </message>
    <message>
        <source>done: %1 was told</source>
        <translation>完成：已通知 %1</translation>
    </message>
    <message>
        <source>done: whoever listens was told</source>
        <translation>完成：已通知所有监听者</translation>
    </message>
    <message numerus="yes">
        <source>done: %Ln client(s) were told</source>
        <translation>
            <numerusform>完成：已通知 %Ln 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>nobody listens: there was nobody to be told</source>
        <translation>无人监听：没有可通知的对象</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MutesDialog</name>
    <message>
        <source>&amp;Unmute</source>
        <translation>取消静音(&amp;U)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Mutes</source>
        <translation>静音列表</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>column of mutes</comment>
        <translation>种类</translation>
    </message>
    <message>
        <source>Name</source>
        <comment>column of mutes</comment>
        <translation>名称</translation>
    </message>
    <message>
        <source>Until</source>
        <comment>column of mutes</comment>
        <translation>截止</translation>
    </message>
    <message>
        <source>Nothing is muted.</source>
        <translation>没有静音任何内容。</translation>
    </message>
    <message>
        <source>Their alerts are listed, but nobody is told of them.</source>
        <translation>相关告警仍会列出，但不会通知任何人。</translation>
    </message>
    <message>
        <source>Lock</source>
        <comment>what is muted</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>Rule</source>
        <comment>what is muted</comment>
        <translation>规则</translation>
    </message>
    <message>
        <source>Alert</source>
        <comment>what is muted</comment>
        <translation>告警</translation>
    </message>
    <message>
        <source>the alert clears</source>
        <comment>until when something is muted</comment>
        <translation>告警解除</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::OwnHoldsModel</name>
    <message>
        <source>%1 ago</source>
        <comment>%1: duration</comment>
        <translation>%1前</translation>
    </message>
    <message>
        <source>without end</source>
        <comment>a permit that never expires</comment>
        <translation>无期限</translation>
    </message>
    <message>
        <source>renewed</source>
        <comment>a lock whose lease this program renews</comment>
        <translation>自动续期</translation>
    </message>
    <message>
        <source>Lock</source>
        <comment>column</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>Kind</source>
        <comment>column: kind of a lock</comment>
        <translation>类型</translation>
    </message>
    <message>
        <source>State</source>
        <comment>column</comment>
        <translation>状态</translation>
    </message>
    <message>
        <source>Since</source>
        <comment>column: held or waiting since when</comment>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Remaining</source>
        <comment>column: what is left of the lease</comment>
        <translation>剩余</translation>
    </message>
    <message>
        <source>Token</source>
        <comment>column: fencing token</comment>
        <translation>令牌</translation>
    </message>
    <message>
        <source>not renewed: lost in %1</source>
        <comment>%1: duration</comment>
        <translation>未能续期：%1后丢失</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::OwnHoldsPanel</name>
    <message>
        <source>Stop &amp;waiting</source>
        <translation>停止等待(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>从列表中移除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Release</source>
        <translation>释放(&amp;R)</translation>
    </message>
    <message>
        <source>This program holds no lock. “Acquire…” takes one, to keep others out for a while or to see how a lock behaves; it is given back when the connection is closed.</source>
        <translation>本程序没有持有任何锁。“获取…”可获取一把锁，以便暂时排斥其他人，或观察锁的行为；关闭连接时会归还。</translation>
    </message>
    <message>
        <source>Locks held by this program</source>
        <translation>本程序持有的锁</translation>
    </message>
    <message>
        <source>Release &amp;all</source>
        <translation>全部释放(&amp;A)</translation>
    </message>
    <message>
        <source>Give everything back that this program holds, and stop waiting</source>
        <translation>归还本程序持有的一切，并停止等待</translation>
    </message>
    <message>
        <source>Give the selected locks back</source>
        <translation>归还所选的锁</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more did not succeed either.</source>
        <comment>releases of locks</comment>
        <translation>
            <numerusform>另有 %Ln 次也未成功。</numerusform>
        </translation>
    </message>
    <message>
        <source>Actions have to be unlocked first (Ctrl+Shift+U).</source>
        <translation>须先启用操作（Ctrl+Shift+U）。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PaneActions</name>
    <message>
        <source>The detail is hidden.</source>
        <translation>详情已隐藏。</translation>
    </message>
    <message>
        <source>The panels are hidden.</source>
        <translation>面板已隐藏。</translation>
    </message>
    <message>
        <source>Detail &amp;wider</source>
        <translation>加宽详情(&amp;W)</translation>
    </message>
    <message>
        <source>Detail &amp;narrower</source>
        <translation>收窄详情(&amp;N)</translation>
    </message>
    <message>
        <source>Panels &amp;higher</source>
        <translation>增高面板(&amp;H)</translation>
    </message>
    <message>
        <source>Panels &amp;lower</source>
        <translation>降低面板(&amp;L)</translation>
    </message>
    <message>
        <source>Part with the focus la&amp;rger</source>
        <translation>放大焦点所在部分(&amp;R)</translation>
    </message>
    <message>
        <source>Part with the focus &amp;smaller</source>
        <translation>缩小焦点所在部分(&amp;S)</translation>
    </message>
    <message>
        <source>Nothing is beside it.</source>
        <translation>旁边没有别的部分。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PartFocus</name>
    <message>
        <source>Ne&amp;xt part</source>
        <comment>of the window, to which the keys go</comment>
        <translation>下一部分(&amp;X)</translation>
    </message>
    <message>
        <source>Pre&amp;vious part</source>
        <comment>of the window, to which the keys go</comment>
        <translation>上一部分(&amp;V)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PartVisibility</name>
    <message>
        <source>&amp;Only the detail</source>
        <translation>仅详情(&amp;O)</translation>
    </message>
    <message>
        <source>Only the pan&amp;els</source>
        <translation>仅面板(&amp;E)</translation>
    </message>
    <message>
        <source>Show the table again (%1)</source>
        <translation>重新显示表格（%1）</translation>
    </message>
    <message>
        <source>Give the panels the whole window (%1)</source>
        <translation>让面板占据整个窗口（%1）</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PasswordDialog</name>
    <message>
        <source>&amp;Keep it in the keychain</source>
        <translation>保存到密钥环(&amp;K)</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Connect to %1</source>
        <translation>连接到 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Password of the Sentinels, if they ask for one:</source>
        <translation>Sentinel 的密码（如需要）：</translation>
    </message>
    <message>
        <source>Passphrase of the key, if it has one:</source>
        <translation>密钥的口令（如有）：</translation>
    </message>
    <message>
        <source>Password of the default user at %1</source>
        <translation>默认用户在 %1 的密码</translation>
    </message>
    <message>
        <source>Password of %1 at %2</source>
        <translation>用户 %1 在 %2 的密码</translation>
    </message>
    <message>
        <source>Sign in</source>
        <translation>登录</translation>
    </message>
    <message>
        <source>Sign in at %1 again</source>
        <comment>name of a server</comment>
        <translation>重新登录 %1</translation>
    </message>
    <message>
        <source>Unchanged if empty</source>
        <translation>留空则不变</translation>
    </message>
    <message>
        <source>%1:</source>
        <comment>a field; %1: a user and a server</comment>
        <translation>%1：</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PermissionCost</name>
    <message>
        <source>Nothing is found by scanning: only locks that change or that somebody waits for are seen.</source>
        <translation>无法通过扫描发现锁：只能看到有变化或有客户端等待的锁。</translation>
    </message>
    <message>
        <source>What changes or is waited for is not recognised as a lock before a scan finds it.</source>
        <translation>有变化或被等待的键，在扫描找到之前不会被识别为锁。</translation>
    </message>
    <message>
        <source>How far a scan has come is not known.</source>
        <translation>无法得知扫描的进度。</translation>
    </message>
    <message>
        <source>No lock can be read.</source>
        <translation>无法读取任何锁。</translation>
    </message>
    <message>
        <source>Only the holders and waiters that are read are counted.</source>
        <translation>只统计已读取到的持有者和等待者。</translation>
    </message>
    <message>
        <source>Fair locks look like reentrant ones, and their waiters are not seen.</source>
        <translation>公平锁看起来像可重入锁，且看不到其等待者。</translation>
    </message>
    <message>
        <source>Fenced locks look like reentrant ones, and semaphores are not seen.</source>
        <translation>防护锁看起来像可重入锁，且看不到信号量。</translation>
    </message>
    <message>
        <source>Values that are too large for a lock are read up to the limit of one reply.</source>
        <translation>对锁而言过大的值，会读取到单次应答的上限。</translation>
    </message>
    <message>
        <source>Deadlines of waiters cannot be judged.</source>
        <translation>无法判断等待者的截止时间。</translation>
    </message>
    <message>
        <source>Parts of a picture may be of different moments.</source>
        <translation>同一画面的各部分可能来自不同时刻。</translation>
    </message>
    <message>
        <source>Locks are not found by those who wait for them.</source>
        <translation>无法通过等待者发现锁。</translation>
    </message>
    <message>
        <source>How many clients wait is not known, and waiters are dead only after their deadline.</source>
        <translation>无法得知有多少客户端在等待，等待者只有过了截止时间才被视为已失效。</translation>
    </message>
    <message>
        <source>Clients whose messages stay within a shard are not heard, and not counted as waiting.</source>
        <translation>收不到仅在分片内收发消息的客户端的消息，也不会把它们计入等待者。</translation>
    </message>
    <message>
        <source>Locks are not found by those who wait for them within a shard.</source>
        <translation>无法通过分片内的等待者发现锁。</translation>
    </message>
    <message>
        <source>Waiting for a lock is refused; trying once works.</source>
        <translation>不能等待锁；只能尝试一次。</translation>
    </message>
    <message>
        <source>What was listened to is listened to until the connection ends.</source>
        <translation>已订阅的内容会一直监听到连接结束。</translation>
    </message>
    <message>
        <source>Clients are known by their UUID only, without name and address.</source>
        <translation>只知道客户端的 UUID，没有名称和地址。</translation>
    </message>
    <message>
        <source>Version, role and cost are not shown, and fewer risks of the settings.</source>
        <translation>不显示版本、角色和开销，能提示的配置风险也更少。</translation>
    </message>
    <message>
        <source>Nobody&apos;s lock can be acted on.</source>
        <translation>不能对任何锁进行操作。</translation>
    </message>
    <message>
        <source>A release is refused, because nobody could be woken by it.</source>
        <translation>释放会被拒绝，因为无法唤醒任何等待者。</translation>
    </message>
    <message>
        <source>Locks cannot be released, only expired.</source>
        <translation>锁不能释放，只能设为到期。</translation>
    </message>
    <message>
        <source>Locks can be released and woken for, but not expired, extended or held.</source>
        <translation>锁可以释放并唤醒等待者，但不能设为到期、延长或持有。</translation>
    </message>
    <message>
        <source>Only the locks of others can be acted on.</source>
        <translation>只能对他人的锁进行操作。</translation>
    </message>
    <message>
        <source>Only read-write locks can be ended.</source>
        <translation>只能结束读写锁。</translation>
    </message>
    <message>
        <source>Fair locks cannot be ended, and nobody can be evicted.</source>
        <translation>不能结束公平锁，也不能移除等待者。</translation>
    </message>
    <message>
        <source>Dead waiters stay until their deadline, and nobody can be evicted.</source>
        <translation>已失效的等待者会保留到截止时间，也不能移除等待者。</translation>
    </message>
    <message>
        <source>Queues cannot be repaired.</source>
        <translation>不能修复队列。</translation>
    </message>
    <message>
        <source>A force-release cannot be taken back.</source>
        <translation>强制释放不能撤销。</translation>
    </message>
    <message>
        <source>Every ending that is no expiry counts as a release.</source>
        <translation>非到期的结束都算作释放。</translation>
    </message>
    <message>
        <source>News come from keyspace notifications if the server has them on; otherwise known locks are read in turn.</source>
        <translation>如果服务器开启了键空间通知，则由其获知变化；否则轮流读取已知的锁。</translation>
    </message>
    <message>
        <source>Some actions on locks are refused.</source>
        <translation>对锁的某些操作会被拒绝。</translation>
    </message>
    <message>
        <source>Nothing can be traced; all else works without it.</source>
        <translation>无法进行跟踪；其他功能不受影响。</translation>
    </message>
    <message>
        <source>Locks whose names the user&apos;s key patterns leave out are not seen.</source>
        <translation>名称不在该用户键模式范围内的锁不会被看到。</translation>
    </message>
    <message>
        <source>Locks whose names the user&apos;s key patterns leave out cannot be acted on.</source>
        <translation>无法对名称不在该用户键模式范围内的锁执行操作。</translation>
    </message>
    <message>
        <source>Whether a silent server still lives is asked in another way.</source>
        <translation>改用其他方式确认没有动静的服务器是否仍在运行。</translation>
    </message>
    <message>
        <source>The connections of this program have no name in the server&apos;s list.</source>
        <translation>本程序的连接在服务器的客户端列表中没有名称。</translation>
    </message>
    <message>
        <source>Whether a server is a master is asked of INFO.</source>
        <translation>改用 INFO 查询服务器是否为主节点。</translation>
    </message>
    <message>
        <source>Whether somebody stands in a queue is known by the deadline alone.</source>
        <translation>只能凭截止时间判断是否有人在队列中。</translation>
    </message>
    <message>
        <source>Dead waiters are removed from a queue only after their deadline.</source>
        <translation>已失效的等待者要到截止时间之后才会移出队列。</translation>
    </message>
    <message>
        <source>Locks of this type cannot be acquired.</source>
        <translation>无法获取此类型的锁。</translation>
    </message>
    <message>
        <source>No lock can be acquired.</source>
        <translation>无法获取任何锁。</translation>
    </message>
    <message>
        <source>One reader of several cannot be removed.</source>
        <translation>不能单独移除多个读者中的一个。</translation>
    </message>
    <message>
        <source>A permit of somebody else cannot be given back.</source>
        <translation>不能归还他人的许可。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::PermissionMatrix</name>
    <message>
        <source>Forbidden</source>
        <translation>禁止</translation>
    </message>
    <message>
        <source>Works</source>
        <translation>可用</translation>
    </message>
    <message>
        <source>Not tried</source>
        <translation>未尝试</translation>
    </message>
    <message>
        <source>Feature</source>
        <translation>功能</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Missing rules</source>
        <translation>缺少的规则</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a right that is missing, and what that costs</comment>
        <translation>%1：%2</translation>
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
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>What that costs</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>Not all masters could be asked, so what is missing there is not known.</source>
        <translation>有主节点未能询问到，因此不清楚那里缺少什么。</translation>
    </message>
    <message>
        <source>Whether this user has these rights is not known, because only acting would tell: %1</source>
        <comment>%1: ACL rules</comment>
        <translation>无法得知该用户是否拥有以下权限，只有实际操作时才知道：%1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileDialog</name>
    <message>
        <source>New server</source>
        <translation>新建服务器</translation>
    </message>
    <message>
        <source>Edit the server</source>
        <translation>编辑服务器</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save and c&amp;onnect</source>
        <translation>保存并连接(&amp;O)</translation>
    </message>
    <message>
        <source>Save this server as a profile</source>
        <translation>将此服务器存为连接配置</translation>
    </message>
    <message>
        <source>Save and rec&amp;onnect</source>
        <translation>保存并重新连接(&amp;O)</translation>
    </message>
    <message>
        <source>The window is connected to this server. Its name and mark, whether it counts as production, and what is watched change as soon as you save. Address, encryption, user, password and database, and how Lockscope&apos;s own locks are taken, take effect with the next connection.</source>
        <translation>窗口正连接着此服务器。名称、标记、是否为生产环境以及监视的内容在保存后立即生效。地址、加密、用户、密码、数据库以及 Lockscope 自己获取锁的方式在下次连接时生效。</translation>
    </message>
    <message>
        <source>Another window has changed the same fields of this profile meanwhile: save again to overwrite that, or cancel to leave it.</source>
        <translation>另一个窗口在此期间修改了此配置的相同字段：再次保存将覆盖那些修改，取消则予以保留。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileForm</name>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Amber</source>
        <translation>琥珀色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>灰色</translation>
    </message>
    <message>
        <source>&amp;Production: ask for more before each action</source>
        <translation>生产环境：每次操作前要求更多确认(&amp;P)</translation>
    </message>
    <message>
        <source>As you call this server</source>
        <translation>您对此服务器的称呼</translation>
    </message>
    <message>
        <source>The default user</source>
        <translation>默认用户</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>Ask each time</source>
        <translation>每次询问</translation>
    </message>
    <message>
        <source>Keep in the keychain</source>
        <translation>保存到密钥环</translation>
    </message>
    <message>
        <source>None needed</source>
        <translation>不需要</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Mark:</source>
        <translation>标记(&amp;M)：</translation>
    </message>
    <message>
        <source>&amp;User:</source>
        <translation>用户(&amp;U)：</translation>
    </message>
    <message>
        <source>&amp;Database:</source>
        <translation>数据库(&amp;D)：</translation>
    </message>
    <message>
        <source>Pass&amp;word:</source>
        <translation>密码(&amp;W)：</translation>
    </message>
    <message>
        <source>What is watched</source>
        <translation>监视的内容</translation>
    </message>
    <message>
        <source>Redis takes * for anything, ? for one character, [ab] for one of them.</source>
        <translation>Redis 中 * 表示任意内容，? 表示一个字符，[ab] 表示其中之一。</translation>
    </message>
    <message>
        <source> % of a core</source>
        <translation> %（单核）</translation>
    </message>
    <message>
        <source>What looking for locks may cost the server in the long run.</source>
        <translation>查找锁长期可占用服务器的开销。</translation>
    </message>
    <message>
        <source> s held</source>
        <translation> 秒（持有）</translation>
    </message>
    <message>
        <source> % of the lease left</source>
        <translation> %（剩余租约）</translation>
    </message>
    <message>
        <source>&amp;Locks named:</source>
        <translation>锁名模式(&amp;L)：</translation>
    </message>
    <message>
        <source>Scannin&amp;g may use:</source>
        <translation>扫描可占用(&amp;G)：</translation>
    </message>
    <message>
        <source>Stuc&amp;k after:</source>
        <translation>卡住阈值(&amp;K)：</translation>
    </message>
    <message>
        <source>&amp;Expiring below:</source>
        <translation>即将到期阈值(&amp;E)：</translation>
    </message>
    <message>
        <source>Unchanged if empty</source>
        <translation>留空则不变</translation>
    </message>
    <message>
        <source>Only for the test; it is not stored</source>
        <translation>仅用于测试，不会保存</translation>
    </message>
    <message>
        <source>There is no keychain here: the password is asked for each time.</source>
        <translation>这里没有密钥环：每次都会询问密码。</translation>
    </message>
    <message>
        <source>Which locks? Write * for all of them.</source>
        <translation>哪些锁？写 * 表示全部。</translation>
    </message>
    <message>
        <source>Wait until a replica has them too</source>
        <translation>等待副本也写入</translation>
    </message>
    <message>
        <source>Password of the Sentinels:</source>
        <translation>Sentinel 的密码：</translation>
    </message>
    <message>
        <source>Locks that Lockscope takes itself</source>
        <translation>Lockscope 自己获取的锁</translation>
    </message>
    <message>
        <source>As Redisson&apos;s checkLockSyncedSlaves. What no replica confirms is given back. It makes a loss at a failover less likely, not impossible.</source>
        <translation>等同于 Redisson 的 checkLockSyncedSlaves。没有副本确认的锁会被归还。这会降低故障转移时丢失的可能性，但不能完全避免。</translation>
    </message>
    <message>
        <source>As the cluster can</source>
        <translation>按集群能力</translation>
    </message>
    <message>
        <source>Always sharded</source>
        <translation>始终分片</translation>
    </message>
    <message>
        <source>Never sharded</source>
        <translation>从不分片</translation>
    </message>
    <message>
        <source>As Redisson&apos;s shardedSubscriptionMode: both sides must do the same.</source>
        <translation>等同于 Redisson 的 shardedSubscriptionMode：双方必须一致。</translation>
    </message>
    <message>
        <source>Messages:</source>
        <translation>消息：</translation>
    </message>
    <message>
        <source>A unix socket is never encrypted: switch TLS off, or enter a host.</source>
        <translation>unix 套接字从不加密：请关闭 TLS，或输入主机。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileLauncher</name>
    <message>
        <source>There is no keychain here: the password is asked for each time.</source>
        <translation>这里没有密钥环：每次都会询问密码。</translation>
    </message>
    <message>
        <source>The keychain has no password for this server.</source>
        <translation>密钥环中没有此服务器的密码。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileStore</name>
    <message>
        <source>The file of the profiles cannot be read: %1. Changes are not kept.</source>
        <translation>无法读取连接配置文件：%1。更改不会保存。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln profile(s) in %1 could not be understood; they are kept there.</source>
        <translation>
            <numerusform>%1 中有 %Ln 个连接配置无法理解；它们仍保留在那里。</numerusform>
        </translation>
    </message>
    <message>
        <source>The file of the profiles was damaged. It is kept as %1, and a new one is begun.</source>
        <translation>连接配置文件已损坏。已另存为 %1，并新建了一个。</translation>
    </message>
    <message>
        <source>The file of the profiles is damaged and cannot be put aside: %1. Changes are not kept.</source>
        <translation>连接配置文件已损坏，且无法另存：%1。更改不会保存。</translation>
    </message>
    <message>
        <source>The profiles cannot be written to %1: %2.</source>
        <translation>无法将连接配置写入 %1：%2。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProgressDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::QueuePanel</name>
    <message>
        <source>Queue of the lock</source>
        <translation>锁的队列</translation>
    </message>
    <message>
        <source>Its clients have a NameMapper: whether they live cannot be seen here.</source>
        <translation>其客户端使用了 NameMapper：此处无法得知它们是否存活。</translation>
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
    <message>
        <source>Select one waiter.</source>
        <translation>请选择一个等待者。</translation>
    </message>
    <message>
        <source>Select a lock first.</source>
        <translation>请先选择一把锁。</translation>
    </message>
    <message>
        <source>Only fair locks have a queue.</source>
        <translation>只有公平锁才有队列。</translation>
    </message>
    <message>
        <source>Evic&amp;t waiter…</source>
        <translation>移除等待者(&amp;T)…</translation>
    </message>
    <message>
        <source>This user may not read its queue.</source>
        <translation>此用户无权读取其队列。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RangePicker</name>
    <message>
        <source>Last minute</source>
        <translation>最近 1 分钟</translation>
    </message>
    <message>
        <source>Last 5 minutes</source>
        <translation>最近 5 分钟</translation>
    </message>
    <message>
        <source>Last 15 minutes</source>
        <translation>最近 15 分钟</translation>
    </message>
    <message>
        <source>Last hour</source>
        <translation>最近 1 小时</translation>
    </message>
    <message>
        <source>Last 6 hours</source>
        <translation>最近 6 小时</translation>
    </message>
    <message>
        <source>Last 24 hours</source>
        <translation>最近 24 小时</translation>
    </message>
    <message>
        <source>1 minute</source>
        <comment>time range</comment>
        <translation>1 分钟</translation>
    </message>
    <message>
        <source>5 minutes</source>
        <comment>time range</comment>
        <translation>5 分钟</translation>
    </message>
    <message>
        <source>15 minutes</source>
        <comment>time range</comment>
        <translation>15 分钟</translation>
    </message>
    <message>
        <source>1 hour</source>
        <comment>time range</comment>
        <translation>1 小时</translation>
    </message>
    <message>
        <source>6 hours</source>
        <comment>time range</comment>
        <translation>6 小时</translation>
    </message>
    <message>
        <source>24 hours</source>
        <comment>time range</comment>
        <translation>24 小时</translation>
    </message>
    <message>
        <source>Time range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Now</source>
        <comment>end of a time range</comment>
        <translation>现在</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>更早</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>更晚</translation>
    </message>
    <message>
        <source>Earlier, by half the range (Page Up)</source>
        <translation>更早，移动半个范围（Page Up）</translation>
    </message>
    <message>
        <source>Later, by half the range (Page Down)</source>
        <translation>更晚，移动半个范围（Page Down）</translation>
    </message>
    <message>
        <source>Back to what happens now</source>
        <translation>回到现在</translation>
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
    <message>
        <source>%1 left</source>
        <comment>until a key expires</comment>
        <translation>剩余 %1</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReactionsForm</name>
    <message>
        <source>When an alert is raised</source>
        <translation>产生告警时</translation>
    </message>
    <message>
        <source>Show a &amp;message of the system</source>
        <translation>显示系统通知(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>This desktop shows no tray, so there are no messages; the list is there in any case.</source>
        <translation>此桌面没有系统托盘，无法显示通知；列表始终可用。</translation>
    </message>
    <message>
        <source>&amp;Program:</source>
        <translation>程序(&amp;P)：</translation>
    </message>
    <message>
        <source>Command to run</source>
        <translation>要运行的命令</translation>
    </message>
    <message>
        <source>Ar&amp;guments:</source>
        <translation>参数(&amp;G)：</translation>
    </message>
    <message>
        <source>Run a &amp;command</source>
        <translation>运行命令(&amp;C)</translation>
    </message>
    <message>
        <source>Program to run</source>
        <translation>要运行的程序</translation>
    </message>
    <message>
        <source>There is no such program here that may be run. Give its name in your PATH, or all of its path.</source>
        <translation>这里没有可以运行的同名程序。请填写 PATH 中的名称或完整路径。</translation>
    </message>
    <message>
        <source>The command runs with your rights, on this computer, without a shell: each line is one argument. What the alert is about stands in variables: LOCKSCOPE_ALERT_KIND, …_SEVERITY, …_RULE, …_LOCK, …_OWNER, …_SERVER, …_SINCE, …_COUNT, …_AMOUNT_MS, …_AMOUNT_EXACT. Names of locks come from the server: never give them to a shell. It runs every %1 at most for each server: critical alerts wait for their turn, of all others only the worst does, and …_SKIPPED says how many were left out. After %2 it is ended.</source>
        <comment>%1, %2: durations</comment>
        <translation>命令以您的权限在本机运行，不经 shell：每行一个参数。告警内容在以下变量中：LOCKSCOPE_ALERT_KIND、…_SEVERITY、…_RULE、…_LOCK、…_OWNER、…_SERVER、…_SINCE、…_COUNT、…_AMOUNT_MS、…_AMOUNT_EXACT。锁名来自服务器：切勿交给 shell。每个服务器每 %1最多运行一次：严重告警依次等待，其他告警只保留最严重的一个，…_SKIPPED 说明略过了多少。%2后终止。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReadWritePanel</name>
    <message>
        <source>Nobody reads or writes.</source>
        <translation>没有人读或写。</translation>
    </message>
    <message>
        <source>%1 writes, and reads at the same time: when it stops writing, it goes on reading.</source>
        <translation>%1 正在写，同时也在读：停止写之后会继续读。</translation>
    </message>
    <message>
        <source>%1 writes; nobody else may enter.</source>
        <translation>%1 正在写；其他人不能进入。</translation>
    </message>
    <message>
        <source>Whether somebody waits is not known: this user may not ask for subscribers.</source>
        <translation>无法知道是否有人在等待：当前用户无权查询订阅者。</translation>
    </message>
    <message>
        <source>Nobody waits to write.</source>
        <translation>没有客户端在等待写锁。</translation>
    </message>
    <message>
        <source>Nobody waits.</source>
        <translation>没有人等待。</translation>
    </message>
    <message>
        <source>without end, for the lock never expires</source>
        <translation>无期限，因为此锁永不到期</translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es) wait for it to leave: %1.</source>
        <comment>%1: how long</comment>
        <translation>
            <numerusform>%Ln 个客户端进程正在等待它离开：%1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>holders</comment>
        <translation>
            <numerusform>%1 及另外 %Ln 项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es) wait to write. The writer waits for: %1; %2.</source>
        <comment>%1: holders; %2: how long</comment>
        <translation>
            <numerusform>%Ln 个客户端进程正在等待写。写者在等待：%1；%2。</numerusform>
        </translation>
    </message>
    <message>
        <source>Readers and writer</source>
        <translation>读者和写者</translation>
    </message>
    <message>
        <source>free in %1 at most, unless it is renewed; whoever waits may notice later, because an expiry tells nobody</source>
        <comment>%1: duration</comment>
        <translation>最多 %1 后空闲，除非被续期；等待者可能更晚才察觉，因为过期不会通知任何人</translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s); those below were read from the server.</source>
        <translation>
            <numerusform>%Ln 个读者；下面是从服务器读取到的部分。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s); others may read too.</source>
        <translation>
            <numerusform>%Ln 个读者；其他人也可以读。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReadersModel</name>
    <message>
        <source>never</source>
        <comment>a reader&apos;s deadline</comment>
        <translation>永不</translation>
    </message>
    <message>
        <source>Writes until it leaves, or until the lease of the lock ends.</source>
        <translation>写到它离开，或锁的租约结束为止。</translation>
    </message>
    <message>
        <source>Its own deadline is not known: shown is that of the lock.</source>
        <translation>它自己的截止时间未知：显示的是锁的截止时间。</translation>
    </message>
    <message>
        <source>Reads until it leaves, or until its own deadline, which its watchdog renews.</source>
        <translation>读到它离开，或它自己的截止时间为止，看门狗会续期。</translation>
    </message>
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
        <source>Time left</source>
        <comment>column: to a reader&apos;s own deadline</comment>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Until</source>
        <comment>column: a reader&apos;s own deadline</comment>
        <translation>直到</translation>
    </message>
    <message>
        <source>Entered</source>
        <comment>column: how often it entered the lock</comment>
        <translation>进入次数</translation>
    </message>
    <message>
        <source>Client</source>
        <comment>column: its name and address</comment>
        <translation>客户端</translation>
    </message>
    <message>
        <source>It is past its own deadline: dead, paused, or still at work after the end of its fixed lease. Its entry still blocks writers.</source>
        <translation>它已过自身的期限：可能已失效、被暂停，或在固定租约结束后仍在工作。它的条目仍然阻挡写者。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Reasons</name>
    <message>
        <source>The address is empty; write redis://host:6379.</source>
        <translation>地址为空；请写成 redis://主机:6379。</translation>
    </message>
    <message>
        <source>The address contains a NUL byte.</source>
        <translation>地址中含有 NUL 字节。</translation>
    </message>
    <message>
        <source>The address is longer than 64 KB.</source>
        <translation>地址超过 64 KB。</translation>
    </message>
    <message>
        <source>The {1} in the address has a % that is not followed by two hex digits; write % as %25.</source>
        <translation>地址的 {1} 部分有一个 % 后面不是两位十六进制数字；请把 % 写成 %25。</translation>
    </message>
    <message>
        <source>The {1} in the address contains control characters.</source>
        <translation>地址的 {1} 部分含有控制字符。</translation>
    </message>
    <message>
        <source>The database in the address must be a number from 0 to {1}.</source>
        <translation>地址中的数据库必须是 0 到 {1} 之间的数字。</translation>
    </message>
    <message>
        <source>The IPv6 address in brackets is not closed; write [::1]:6379.</source>
        <translation>方括号中的 IPv6 地址没有闭合；请写成 [::1]:6379。</translation>
    </message>
    <message>
        <source>Only an IPv6 address stands in brackets, as in redis://[::1]:6379.</source>
        <translation>方括号中只能是 IPv6 地址，例如 redis://[::1]:6379。</translation>
    </message>
    <message>
        <source>After the bracket of an IPv6 address only :port may follow.</source>
        <translation>IPv6 地址的方括号之后只能是 :端口。</translation>
    </message>
    <message>
        <source>An IPv6 address must stand in brackets, as in redis://[::1]:6379.</source>
        <translation>IPv6 地址必须写在方括号中，例如 redis://[::1]:6379。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; is not a host name.</source>
        <translation>“{1}”不是主机名。</translation>
    </message>
    <message>
        <source>The port after the colon is missing; leave the colon out for {1}.</source>
        <translation>冒号之后缺少端口；使用 {1} 时请去掉冒号。</translation>
    </message>
    <message>
        <source>The port in the address must be a number from 1 to 65535, as in redis://host:6379.</source>
        <translation>地址中的端口必须是 1 到 65535 之间的数字，例如 redis://主机:6379。</translation>
    </message>
    <message>
        <source>A unix socket is never encrypted; write unix:///path.</source>
        <translation>Unix 套接字从不加密；请写成 unix:///路径。</translation>
    </message>
    <message>
        <source>Sentinels are asked at host:port only, not at a unix socket.</source>
        <translation>哨兵只能通过 主机:端口 访问，不能通过 Unix 套接字。</translation>
    </message>
    <message>
        <source>&quot;{1}://&quot; is not understood; use redis://, rediss://, unix://, redis+sentinel://, redis+cluster:// or redis+replicated://.</source>
        <translation>无法理解“{1}://”；请使用 redis://、rediss://、unix://、redis+sentinel://、redis+cluster:// 或 redis+replicated://。</translation>
    </message>
    <message>
        <source>An @ in an option must be written %40, a ? or &amp; in a password %3F or %26.</source>
        <translation>选项中的 @ 必须写成 %40，密码中的 ? 或 &amp; 必须写成 %3F 或 %26。</translation>
    </message>
    <message>
        <source>Several hosts need redis+sentinel://, redis+cluster:// or redis+replicated://.</source>
        <translation>多个主机需要使用 redis+sentinel://、redis+cluster:// 或 redis+replicated://。</translation>
    </message>
    <message>
        <source>The address names more than {1} hosts.</source>
        <translation>地址中的主机超过 {1} 个。</translation>
    </message>
    <message>
        <source>A host is missing in the address; write the hosts as host:port,host:port.</source>
        <translation>地址中缺少主机；请写成 主机:端口,主机:端口。</translation>
    </message>
    <message>
        <source>The name of the master that the Sentinels know is missing; write redis+sentinel://host:26379/mymaster.</source>
        <translation>缺少哨兵所知的主节点名称；请写成 redis+sentinel://主机:26379/mymaster。</translation>
    </message>
    <message>
        <source>The name of the master may have {1} bytes at most.</source>
        <translation>主节点名称最多 {1} 字节。</translation>
    </message>
    <message>
        <source>A cluster has database 0 only; leave the number out.</source>
        <translation>集群只有数据库 0；请去掉数字。</translation>
    </message>
    <message>
        <source>A unix socket needs an absolute path, as in unix:///run/redis/redis.sock.</source>
        <translation>Unix 套接字需要绝对路径，例如 unix:///run/redis/redis.sock。</translation>
    </message>
    <message>
        <source>The path of a unix socket contains a NUL byte.</source>
        <translation>Unix 套接字的路径中含有 NUL 字节。</translation>
    </message>
    <message>
        <source>The path of a unix socket may have 107 bytes at most.</source>
        <translation>Unix 套接字的路径最多 107 字节。</translation>
    </message>
    <message>
        <source>The option verify is yes or no.</source>
        <translation>选项 verify 只能是 yes 或 no。</translation>
    </message>
    <message>
        <source>&quot;{1}&quot; in the option allow is neither a host, nor *.domain, nor an address such as 10.0.0.0/8.</source>
        <translation>选项 allow 中的“{1}”既不是主机，也不是 *.域名，也不是 10.0.0.0/8 这样的地址。</translation>
    </message>
    <message>
        <source>The option allow has more than {1} entries.</source>
        <translation>选项 allow 的条目超过 {1} 个。</translation>
    </message>
    <message>
        <source>The option {1} has no meaning for a unix socket, whose only option is ?db=NUMBER.</source>
        <translation>选项 {1} 对 Unix 套接字没有意义，它唯一的选项是 ?db=数字。</translation>
    </message>
    <message>
        <source>The option {1} is for encrypted connections only: write rediss:// instead of redis://.</source>
        <translation>选项 {1} 只用于加密连接：请用 rediss:// 代替 redis://。</translation>
    </message>
    <message>
        <source>The option {1} is for redis+sentinel://, redis+cluster:// and redis+replicated:// only.</source>
        <translation>选项 {1} 只用于 redis+sentinel://、redis+cluster:// 和 redis+replicated://。</translation>
    </message>
    <message>
        <source>The option {1} is for redis+sentinel:// only.</source>
        <translation>选项 {1} 只用于 redis+sentinel://。</translation>
    </message>
    <message>
        <source>The option {1} is for unix sockets only; elsewhere the number of the database follows a slash.</source>
        <translation>选项 {1} 只用于 Unix 套接字；其他情况下数据库编号写在斜杠之后。</translation>
    </message>
    <message>
        <source>The option {1} does not belong in an address, which others can read; give it in a file or when asked.</source>
        <translation>选项 {1} 不应写在别人也能看到的地址中；请写在文件中，或在询问时输入。</translation>
    </message>
    <message>
        <source>The option &quot;{1}&quot; of the address is not known; there are ca, ca-dir, cert, key, server-name, verify, allow, sentinel-user and sentinel-password.</source>
        <translation>地址中的选项“{1}”未知；可用的有 ca、ca-dir、cert、key、server-name、verify、allow、sentinel-user 和 sentinel-password。</translation>
    </message>
    <message>
        <source>The option {1} is given twice.</source>
        <translation>选项 {1} 出现了两次。</translation>
    </message>
    <message>
        <source>The option {1} of the address needs a value.</source>
        <translation>地址中的选项 {1} 需要一个值。</translation>
    </message>
    <message>
        <source>The option key needs the option cert: a key without its certificate proves nothing.</source>
        <translation>选项 key 需要选项 cert：没有证书的密钥什么也证明不了。</translation>
    </message>
    <message>
        <source>{1} should be a single value.</source>
        <translation>{1} 应当是单个值。</translation>
    </message>
    <message>
        <source>{1} should be true or false.</source>
        <translation>{1} 应当是 true 或 false。</translation>
    </message>
    <message>
        <source>{1} should be a number from {2} to {3}.</source>
        <translation>{1} 应当是 {2} 到 {3} 之间的数字。</translation>
    </message>
    <message>
        <source>{1} should be a list of at most {2} addresses.</source>
        <translation>{1} 应当是最多 {2} 个地址的列表。</translation>
    </message>
    <message>
        <source>{1} should be AUTO, ON or OFF.</source>
        <translation>{1} 应当是 AUTO、ON 或 OFF。</translation>
    </message>
    <message>
        <source>{1} should be STRICT, CA_ONLY or NONE.</source>
        <translation>{1} 应当是 STRICT、CA_ONLY 或 NONE。</translation>
    </message>
    <message>
        <source>{1} should be an address such as redis://host:6379 or rediss://host:6379.</source>
        <translation>{1} 应当是一个地址，例如 redis://主机:6379 或 rediss://主机:6379。</translation>
    </message>
    <message>
        <source>{1} should contain settings.</source>
        <translation>{1} 应当包含设置。</translation>
    </message>
    <message>
        <source>{1} should contain hosts: several servers are not reached by a unix socket.</source>
        <translation>{1} 应当包含主机：不能通过 Unix 套接字访问多台服务器。</translation>
    </message>
    <message>
        <source>{1} mixes encrypted and plain addresses; write rediss:// for all of them or for none.</source>
        <translation>{1} 混用了加密和未加密的地址；请全部使用 rediss://，或全部不用。</translation>
    </message>
    <message>
        <source>{1} gives different users or passwords, which one connection cannot have.</source>
        <translation>{1} 给出了不同的用户或密码，而一个连接只能有一组。</translation>
    </message>
    <message>
        <source>{1} names no server.</source>
        <translation>{1} 中没有服务器。</translation>
    </message>
    <message>
        <source>{1} names more than {2} servers.</source>
        <translation>{1} 中的服务器超过 {2} 台。</translation>
    </message>
    <message>
        <source>{1}.database is not 0; a cluster has database 0 only.</source>
        <translation>{1}.database 不是 0；集群只有数据库 0。</translation>
    </message>
    <message>
        <source>{1} contains a user, a master&apos;s name or an address that cannot be used.</source>
        <translation>{1} 中有无法使用的用户、主节点名称或地址。</translation>
    </message>
    <message>
        <source>This configuration names two deployments, {1} and {2}.</source>
        <translation>此配置指定了两种部署：{1} 和 {2}。</translation>
    </message>
    <message>
        <source>This configuration has too many settings.</source>
        <translation>此配置的设置过多。</translation>
    </message>
    <message>
        <source>There is no server in this file: singleServerConfig is missing.</source>
        <translation>此文件中没有服务器：缺少 singleServerConfig。</translation>
    </message>
    <message>
        <source>This is not a Redisson configuration: a setting has no plain name.</source>
        <translation>这不是 Redisson 配置：有一项设置的名称不是普通文本。</translation>
    </message>
    <message>
        <source>This is not a Redisson configuration: it does not begin with settings.</source>
        <translation>这不是 Redisson 配置：它不是以设置开头。</translation>
    </message>
    <message>
        <source>This is not a Redisson configuration.</source>
        <translation>这不是 Redisson 配置。</translation>
    </message>
    <message>
        <source>The file is larger than 64 KB: that is no Redisson configuration.</source>
        <translation>文件超过 64 KB：这不是 Redisson 配置。</translation>
    </message>
    <message>
        <source>The file is not valid YAML, see line {1}.</source>
        <translation>文件不是有效的 YAML，见第 {1} 行。</translation>
    </message>
    <message>
        <source>The file is not valid YAML.</source>
        <translation>文件不是有效的 YAML。</translation>
    </message>
    <message>
        <source>The file {1} cannot be read.</source>
        <translation>无法读取文件 {1}。</translation>
    </message>
    <message>
        <source>{1}Config has no {2}.</source>
        <translation>{1}Config 缺少 {2}。</translation>
    </message>
    <message>
        <source>{1} is no cluster; write redis:// for a single server.</source>
        <translation>{1} 不是集群；单台服务器请使用 redis://。</translation>
    </message>
    <message>
        <source>Connection refused</source>
        <translation>连接被拒绝</translation>
    </message>
    <message>
        <source>Connection timed out</source>
        <translation>连接超时</translation>
    </message>
    <message>
        <source>Connection reset by peer</source>
        <translation>连接被对方重置</translation>
    </message>
    <message>
        <source>Network is unreachable</source>
        <translation>网络不可达</translation>
    </message>
    <message>
        <source>No route to host</source>
        <translation>没有到主机的路由</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或目录</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>权限不足</translation>
    </message>
    <message>
        <source>no host has this name</source>
        <translation>没有主机叫这个名字</translation>
    </message>
    <message>
        <source>no answer within {1} ms</source>
        <translation>{1} 毫秒内没有应答</translation>
    </message>
    <message>
        <source>no answer to the TLS handshake within {1} ms</source>
        <translation>{1} 毫秒内没有应答 TLS 握手</translation>
    </message>
    <message>
        <source>the server does not speak TLS on this port; write redis:// instead of rediss://, or take its TLS port</source>
        <translation>服务器在此端口上不使用 TLS；请用 redis:// 代替 rediss://，或使用它的 TLS 端口</translation>
    </message>
    <message>
        <source>The server wants a password, and was given none: {1}</source>
        <translation>服务器要求密码，但没有提供：{1}</translation>
    </message>
    <message>
        <source>AUTH was refused by the server: {1}</source>
        <translation>服务器拒绝了 AUTH：{1}</translation>
    </message>
    <message>
        <source>SELECT was refused by the server: {1}</source>
        <translation>服务器拒绝了 SELECT：{1}</translation>
    </message>
    <message>
        <source>The server sent something that is not the Redis protocol: {1}</source>
        <translation>服务器发来的不是 Redis 协议：{1}</translation>
    </message>
    <message>
        <source>No sentinel told where the master is: {1}: {2}</source>
        <translation>没有哨兵说明主节点在哪里：{1}：{2}</translation>
    </message>
    <message>
        <source>No connection to {1}: {2}</source>
        <translation>未能连接到 {1}：{2}</translation>
    </message>
    <message>
        <source>user name</source>
        <translation>用户名</translation>
    </message>
    <message>
        <source>password</source>
        <translation>密码</translation>
    </message>
    <message>
        <source>service</source>
        <translation>服务名</translation>
    </message>
    <message>
        <source>server name</source>
        <translation>服务器名称</translation>
    </message>
    <message>
        <source>path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>no reply for {1} ms</source>
        <translation>{1} 毫秒没有应答</translation>
    </message>
    <message>
        <source>the server closed it</source>
        <translation>服务器关闭了连接</translation>
    </message>
    <message>
        <source>it is a replica now</source>
        <translation>它现在是副本</translation>
    </message>
    <message>
        <source>No reply from {1} to {2} in time; it may have been executed.</source>
        <translation>{1} 没有及时应答 {2}；可能已经执行。</translation>
    </message>
    <message>
        <source>This user may not execute MONITOR. Ask the administrator for: {1}</source>
        <translation>此用户无权执行 MONITOR。请向管理员申请：{1}</translation>
    </message>
    <message>
        <source>This session is read-only.</source>
        <translation>此会话为只读。</translation>
    </message>
    <message>
        <source>A reason is required; it goes to the audit log.</source>
        <translation>必须填写原因；它会写入审计日志。</translation>
    </message>
    <message>
        <source>This server counts as production: the lock&apos;s name must be typed exactly.</source>
        <translation>此服务器被视为生产环境：必须准确输入锁的名称。</translation>
    </message>
    <message>
        <source>Nobody held the lock when it was looked at, so there is nothing to end or to extend.</source>
        <translation>查看时没有人持有此锁，因此没有什么可以结束或延长。</translation>
    </message>
    <message>
        <source>The server did not answer before its turn. Nothing was done.</source>
        <translation>轮到它之前服务器没有响应。未做任何操作。</translation>
    </message>
    <message>
        <source>The cluster refuses commands (CLUSTERDOWN): nobody serves a part of it, or this master has lost sight of most others. It goes on by itself when they are back.</source>
        <translation>集群拒绝执行命令（CLUSTERDOWN）：有一部分槽无人提供服务，或者此主节点与大多数其他主节点失去了联系。它们恢复后会自动继续。</translation>
    </message>
    <message>
        <source>After the colon of redis:// or unix:// there are two slashes, as in redis://host:6379.</source>
        <translation>redis:// 或 unix:// 的冒号后有两个斜杠，例如 redis://host:6379。</translation>
    </message>
    <message>
        <source>No connection to {1} before the time for {2} was over: {3}</source>
        <translation>在 {2} 的时限之内未能连接到 {1}：{3}</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReconnectBar</name>
    <message>
        <source>The profile was changed. This takes effect only with the next connection: %1.</source>
        <comment>parts of it</comment>
        <translation>连接配置已更改。以下内容在下次连接时才生效：%1。</translation>
    </message>
    <message>
        <source>Reconnect now</source>
        <translation>立即重新连接</translation>
    </message>
    <message>
        <source>Leave this connection, and connect as the profile says now</source>
        <translation>离开当前连接，并按现在的连接配置重新连接</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>稍后</translation>
    </message>
    <message>
        <source>Hide this; the connection stays as it is</source>
        <translation>隐藏此提示；连接保持不变</translation>
    </message>
    <message>
        <source>Changes that wait for the next connection</source>
        <translation>等待下次连接的更改</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseOneBar</name>
    <message>
        <source>Select a lock first.</source>
        <translation>请先选择一把锁。</translation>
    </message>
    <message>
        <source>Only readers of a read-write lock and permits of a semaphore can be released one by one.</source>
        <translation>只有读写锁的读者和信号量的许可可以逐个释放。</translation>
    </message>
    <message>
        <source>Select one permit.</source>
        <translation>请选择一个许可。</translation>
    </message>
    <message>
        <source>Select one reader.</source>
        <translation>请选择一个读者。</translation>
    </message>
    <message>
        <source>&amp;Give this permit back…</source>
        <translation>归还此许可(&amp;G)…</translation>
    </message>
    <message>
        <source>Release t&amp;his reader…</source>
        <translation>释放此读者(&amp;H)…</translation>
    </message>
    <message>
        <source>Give the selected permit back; the others stay taken</source>
        <translation>归还所选许可；其余的仍被占用</translation>
    </message>
    <message>
        <source>End the hold of the selected reader; the others go on reading</source>
        <translation>结束所选读者的持有；其余读者继续读取</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseOneDialog</name>
    <message>
        <source>Give this permit back</source>
        <translation>归还此许可</translation>
    </message>
    <message>
        <source>Give back</source>
        <translation>归还</translation>
    </message>
    <message>
        <source>Release this reader</source>
        <translation>释放此读者</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>释放</translation>
    </message>
    <message>
        <source>&amp;Give it back although whoever has it may be alive</source>
        <translation>即使占有者可能仍在运行也归还(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;End its hold although its client is connected</source>
        <translation>即使其客户端仍连接也结束其持有(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;End its hold although its client may be alive</source>
        <translation>即使其客户端可能仍在运行也结束其持有(&amp;E)</translation>
    </message>
    <message>
        <source>%1 (entered %2 times)</source>
        <translation>%1（进入 %2 次）</translation>
    </message>
    <message>
        <source>When its lease ends is not known.</source>
        <translation>不知道它的租约何时结束。</translation>
    </message>
    <message>
        <source>Its lease never ends.</source>
        <translation>它的租约永不结束。</translation>
    </message>
    <message>
        <source>Its lease would end in %1.</source>
        <comment>%1: duration</comment>
        <translation>它的租约本应在 %1 后结束。</translation>
    </message>
    <message>
        <source>It is past its own deadline: dead, paused, or still at work after the end of its fixed lease.</source>
        <translation>它已过自身的期限：可能已失效、被暂停，或在固定租约结束后仍在工作。</translation>
    </message>
    <message>
        <source>Who has it, Redis does not tell: if that one lives, it goes on working as if it still had it.</source>
        <translation>Redis 不说明许可属于谁：如果占有者仍在运行，它会继续工作，仿佛仍占有许可。</translation>
    </message>
    <message>
        <source>Its client is connected: it is not told, and goes on working as if it still had the lock.</source>
        <translation>它的客户端仍连接：它不会得到通知，会继续工作，仿佛仍持有锁。</translation>
    </message>
    <message>
        <source>Whether its client lives is not known: if it does, it goes on working as if it still had the lock.</source>
        <translation>不知道它的客户端是否仍在运行：如果是，它会继续工作，仿佛仍持有锁。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other permit(s) stay taken. Whoever waits for one is told.</source>
        <translation>
            <numerusform>另有 %Ln 个许可仍被占用。等待许可者会得到通知。</numerusform>
        </translation>
    </message>
    <message>
        <source>It is the last reader: the lock ends, and whoever waits for it is told.</source>
        <translation>这是最后一个读者：锁随之结束，等待者会得到通知。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln other(s) go on reading: %1.</source>
        <comment>%1: readers</comment>
        <translation>
            <numerusform>另有 %Ln 个读者继续读取：%1。</numerusform>
        </translation>
    </message>
    <message>
        <source>The lock lives for as long as the longest of them has it, and whoever waits for it looks again for how long that is.</source>
        <translation>锁的有效期与其中最长者相同，等待者会重新查看还要等多久。</translation>
    </message>
    <message>
        <source>%1 does not have %2.</source>
        <comment>%1: holder; %2: name of the lock</comment>
        <translation>%1 并不持有 %2。</translation>
    </message>
    <message>
        <source>Gives the permit %1 back to %2.</source>
        <comment>%1: its id; %2: name of the semaphore</comment>
        <translation>将许可 %1 归还给 %2。</translation>
    </message>
    <message>
        <source>Removes %1 from the readers of %2.</source>
        <comment>%1: reader; %2: name of the lock</comment>
        <translation>将 %1 从 %2 的读者中移除。</translation>
    </message>
    <message>
        <source>It cannot be taken back.</source>
        <translation>此操作不能撤销。</translation>
    </message>
    <message>
        <source>The permit is no longer taken.</source>
        <translation>该许可已不再被占用。</translation>
    </message>
    <message>
        <source>The reader no longer has it.</source>
        <translation>该读者已不再持有它。</translation>
    </message>
    <message>
        <source>It is no longer held for reading.</source>
        <translation>它已不再处于读模式。</translation>
    </message>
    <message>
        <source>The reader has entered it %1 times instead of %2.</source>
        <comment>two numbers</comment>
        <translation>该读者进入了 %1 次，而不是 %2 次。</translation>
    </message>
    <message>
        <source>Its client is connected.</source>
        <translation>它的客户端仍连接。</translation>
    </message>
    <message>
        <source>The hold is there, but not as it was seen.</source>
        <translation>该持有仍在，但与所见不同。</translation>
    </message>
    <message>
        <source>Tick the box: its client is connected.</source>
        <translation>请勾选复选框：其客户端仍连接。</translation>
    </message>
    <message>
        <source>Tick the box: it is not known to be dead.</source>
        <translation>请勾选复选框：不能确定它已失效。</translation>
    </message>
    <message>
        <source>Done: the permit %1 was given back.</source>
        <translation>完成：许可 %1 已归还。</translation>
    </message>
    <message numerus="yes">
        <source>Right after that %Ln permit(s) were taken.</source>
        <translation>
            <numerusform>随后有 %Ln 个许可被占用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Right after that none was taken.</source>
        <translation>随后没有许可被占用。</translation>
    </message>
    <message>
        <source>Done: %1 no longer has it.</source>
        <translation>完成：%1 已不再持有它。</translation>
    </message>
    <message>
        <source>Then it was held by %1.</source>
        <comment>holders</comment>
        <translation>随后由 %1 持有。</translation>
    </message>
    <message>
        <source>Right after that nobody held it yet.</source>
        <translation>随后尚无人持有。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Renewals</name>
    <message>
        <source>A living watchdog renews before that; if the holder does not renew and is still working then, two will work at once.</source>
        <translation>仍在运行的看门狗会在此之前续期；如果持有者没有续期而届时仍在工作，将有两方同时工作。</translation>
    </message>
    <message>
        <source>That may be too short even for a living watchdog, which renews within %1: if the holder is still working then, two will work at once.</source>
        <comment>%1: duration</comment>
        <translation>这段时间对仍在运行的看门狗也可能太短，它在 %1内才续期一次：如果届时持有者仍在工作，将有两方同时工作。</translation>
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
        <source>%Ln waiter(s) removed, too late</source>
        <translation>
            <numerusform>移除 %Ln 个等待者（已超时）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) removed, dead and without deadline</source>
        <translation>
            <numerusform>移除 %Ln 个等待者（已失效且没有截止时间）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) left with one entry</source>
        <translation>
            <numerusform>%Ln 个等待者只保留一项</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln deadline(s) of nobody removed</source>
        <translation>
            <numerusform>移除 %Ln 个无主的截止时间</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln living waiter(s) given a deadline</source>
        <translation>
            <numerusform>为 %Ln 个仍在运行的等待者设置截止时间</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>%1: what is mended; %2: waiters</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Its clients have a NameMapper: whether they live cannot be seen here.</source>
        <translation>其客户端使用了 NameMapper：此处无法得知它们是否存活。</translation>
    </message>
    <message>
        <source>Only fair locks have a queue.</source>
        <translation>只有公平锁才有队列。</translation>
    </message>
    <message>
        <source>Nothing is wrong with the queue.</source>
        <translation>队列没有问题。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) removed, dead</source>
        <translation>
            <numerusform>移除 %Ln 个等待者（已失效）</numerusform>
        </translation>
    </message>
    <message>
        <source>An entry of the queue is longer than what is read of it.</source>
        <translation>队列中有一个条目的长度超出读取上限。</translation>
    </message>
    <message>
        <source>The deadlines of the queue could not be read.</source>
        <translation>无法读取队列的截止时间。</translation>
    </message>
    <message numerus="yes">
        <source>Only the first %Ln of its waiters are looked at; repair it once more for those behind.</source>
        <translation>
            <numerusform>只检查其中前 %Ln 个等待者；其后的请再修复一次。</numerusform>
        </translation>
    </message>
    <message>
        <source>There is more to repair behind them: repair it once more.</source>
        <translation>其后还有需要修复的内容：请再修复一次。</translation>
    </message>
    <message>
        <source>What will be done:</source>
        <translation>将要执行：</translation>
    </message>
    <message numerus="yes">
        <source>Nothing is wrong with the first %Ln of the queue; those behind are not looked at.</source>
        <translation>
            <numerusform>队列的前 %Ln 个没有问题；后面的没有查看。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>waiters</comment>
        <translation>
            <numerusform>另有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>This user may not read its queue.</source>
        <translation>此用户无权读取其队列。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReturnKey</name>
    <message>
        <source>The space bar presses this button.</source>
        <translation>按空格键即可按下此按钮。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RiskText</name>
    <message>
        <source>When memory is short, Redis deletes keys with a lease first, and every lock has one: it is free then although its holder goes on. Set maxmemory-policy to noeviction.</source>
        <translation>内存不足时，Redis 会先删除带过期时间的键，而每把锁都有过期时间：锁会被释放，而其持有者仍在继续。请将 maxmemory-policy 设为 noeviction。</translation>
    </message>
    <message>
        <source>When memory is short, Redis may delete any key, also a lock: it is free then although its holder goes on. Set maxmemory-policy to noeviction.</source>
        <translation>内存不足时，Redis 可能删除任何键，包括锁：锁会被释放，而其持有者仍在继续。请将 maxmemory-policy 设为 noeviction。</translation>
    </message>
    <message>
        <source>Nothing is written to disk. When Redis starts anew, every lock is free although its holder goes on. Set appendonly to yes.</source>
        <translation>没有任何数据写入磁盘。Redis 重新启动后，所有锁都会空闲，而其持有者仍在继续。请将 appendonly 设为 yes。</translation>
    </message>
    <message>
        <source>Only snapshots are written to disk. A crash forgets the locks taken since the last one, and brings those back that were released since. Set appendonly to yes.</source>
        <translation>只有快照写入磁盘。崩溃会遗忘上次快照之后获取的锁，并恢复此后已释放的锁。请将 appendonly 设为 yes。</translation>
    </message>
    <message>
        <source>If the machine crashes, the locks of the last second or of longer are forgotten: they are free then although their holders go on. Only appendfsync always prevents that.</source>
        <translation>如果机器崩溃，最近一秒或更久的锁会被遗忘：它们会空闲，而其持有者仍在继续。只有 appendfsync always 能防止这一点。</translation>
    </message>
    <message>
        <source>Replicas follow a little later. A lock taken just before a failover may be unknown to the new master, so that two hold it. Waiting for a replica after each acquisition makes that less likely; fencing tokens make it harmless.</source>
        <translation>副本会稍有滞后。故障转移前刚获取的锁，新主节点可能并不知道，从而出现两个持有者。每次获取后等待副本确认可降低这种可能性；防护令牌可使其无害。</translation>
    </message>
    <message>
        <source>A master that is cut off from its replicas goes on giving locks while one of them takes its place, so that two may hold a lock. Set min-replicas-to-write to 1.</source>
        <translation>与副本断开的主节点会继续授予锁，同时某个副本会取代它，因此可能有两个持有者。请将 min-replicas-to-write 设为 1。</translation>
    </message>
    <message>
        <source>This replica answers also when it has lost its master. What it says of locks may be long over.</source>
        <translation>该副本在失去主节点后仍会应答。它所说的锁状态可能早已过时。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a setting of Redis: what it means</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>The server does not tell whether its settings can lose locks: %1.</source>
        <translation>服务器未透露其设置是否会丢失锁：%1。</translation>
    </message>
    <message>
        <source>This replica has lost its master. What it says of locks may be long over.</source>
        <translation>此副本与主节点失去联系。它所说的锁状态可能早已过时。</translation>
    </message>
    <message>
        <source>Memory is full, and Redis refuses what needs more of it: no lock can be taken, though those that are held can be renewed and released. Make room, or raise maxmemory.</source>
        <translation>内存已满，Redis 拒绝需要更多内存的操作：无法获取任何锁，但已持有的锁可以续期和释放。请腾出空间，或提高 maxmemory。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RuleEditor</name>
    <message>
        <source>Rule is &amp;on</source>
        <translation>启用规则(&amp;O)</translation>
    </message>
    <message>
        <source>all: *</source>
        <comment>pattern of lock names</comment>
        <translation>全部：*</translation>
    </message>
    <message>
        <source>&amp;Kind:</source>
        <translation>类型(&amp;K)：</translation>
    </message>
    <message>
        <source>&amp;Names (Redis pattern):</source>
        <translation>名称（Redis 模式）(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Time:</source>
        <translation>时间(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Waiters:</source>
        <translation>等待者(&amp;W)：</translation>
    </message>
    <message>
        <source>Se&amp;verity:</source>
        <translation>级别(&amp;V)：</translation>
    </message>
    <message>
        <source>Also w&amp;hile it is renewed and nobody waits</source>
        <translation>即使正在续期且无人等待也告警(&amp;H)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RulesDialog</name>
    <message>
        <source>&amp;Add</source>
        <translation>添加(&amp;A)</translation>
    </message>
    <message>
        <source>D&amp;uplicate</source>
        <translation>复制(&amp;U)</translation>
    </message>
    <message>
        <source>R&amp;emove</source>
        <translation>移除(&amp;E)</translation>
    </message>
    <message>
        <source>Restore &amp;defaults</source>
        <translation>恢复默认(&amp;D)</translation>
    </message>
    <message>
        <source>Alert rules</source>
        <translation>告警规则</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Rules of this server:</source>
        <translation>此服务器的规则(&amp;R)：</translation>
    </message>
    <message>
        <source>Rules of this server</source>
        <translation>此服务器的规则</translation>
    </message>
    <message>
        <source>Each server has rules of its own: connect to one to see and change them. What happens when an alert is raised is the same for all servers.</source>
        <translation>每个服务器都有自己的规则：请先连接到服务器，再查看和修改其规则。发出告警时的处理方式对所有服务器都相同。</translation>
    </message>
    <message>
        <source>Not to be saved as it is: “%1”. %2</source>
        <comment>%1: a rule; %2: sentence about what is wrong with it</comment>
        <translation>这样无法保存：“%1”。%2</translation>
    </message>
    <message>
        <source>Name the program that is to run, or untick it.</source>
        <translation>请填写要运行的程序，或取消勾选。</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SavedFilters</name>
    <message>
        <source>Sa&amp;ved filters</source>
        <translation>已保存的筛选(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Save the filter…</source>
        <translation>保存筛选(&amp;S)…</translation>
    </message>
    <message>
        <source>Keep what stands in the filter field under a name</source>
        <translation>将筛选栏中的内容命名保存</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerList</name>
    <message>
        <source>Save as a &amp;profile…</source>
        <translation>另存为连接配置(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Edit…</source>
        <translation>编辑(&amp;E)…</translation>
    </message>
    <message>
        <source>For&amp;get</source>
        <translation>忘记(&amp;G)</translation>
    </message>
    <message>
        <source>De&amp;lete</source>
        <translation>删除(&amp;L)</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>服务器</translation>
    </message>
    <message>
        <source>A server that you connect to appears here. Save it as a profile to give it a name, a colour and thresholds of its own.</source>
        <translation>您连接过的服务器会显示在这里。将它存为连接配置，可以设置名称、颜色和自己的阈值。</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the servers</source>
        <translation>搜索服务器</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>A new profile; the arrow has other ways</source>
        <translation>新建连接配置；箭头中有其他方式</translation>
    </message>
    <message>
        <source>New server</source>
        <translation>新建服务器</translation>
    </message>
    <message>
        <source>&amp;New server…</source>
        <translation>新建服务器(&amp;N)…</translation>
    </message>
    <message>
        <source>From a &amp;Redisson file…</source>
        <translation>从 Redisson 文件(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Import profiles…</source>
        <translation>导入连接配置(&amp;I)…</translation>
    </message>
    <message>
        <source>E&amp;xport profiles…</source>
        <translation>导出连接配置(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>D&amp;uplicate</source>
        <translation>复制(&amp;U)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerListDelegate</name>
    <message>
        <source>used before</source>
        <translation>曾使用</translation>
    </message>
    <message>
        <source>PRODUCTION</source>
        <translation>生产</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerListModel</name>
    <message>
        <source>%1, used before</source>
        <translation>%1，曾使用</translation>
    </message>
    <message>
        <source>%1, production, %2</source>
        <translation>%1，生产，%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ServerMenus</name>
    <message>
        <source>%1 (production)</source>
        <comment>name of a server</comment>
        <translation>%1（生产环境）</translation>
    </message>
    <message>
        <source>&amp;Edit this profile…</source>
        <translation>编辑此连接配置(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Save this server as a profile…</source>
        <translation>将此服务器存为连接配置(&amp;S)…</translation>
    </message>
    <message>
        <source>There is no connection.</source>
        <translation>没有连接。</translation>
    </message>
    <message>
        <source>A sandbox goes with its connection; there is nothing to come back to.</source>
        <translation>沙盒随连接一同消失，没有可以再次连接的服务器。</translation>
    </message>
    <message>
        <source>Pro&amp;files</source>
        <translation>连接配置(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Recent servers</source>
        <translation>最近的服务器(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;New profile…</source>
        <translation>新建连接配置(&amp;N)…</translation>
    </message>
    <message>
        <source>New profile from a &amp;Redisson file…</source>
        <translation>从 Redisson 文件新建连接配置(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Import profiles…</source>
        <translation>导入连接配置(&amp;I)…</translation>
    </message>
    <message>
        <source>E&amp;xport profiles…</source>
        <translation>导出连接配置(&amp;X)…</translation>
    </message>
    <message>
        <source>What the present server is called, and how it is watched</source>
        <translation>当前服务器的名称以及如何监视它</translation>
    </message>
    <message>
        <source>Give the present server a name, a mark and thresholds of its own</source>
        <translation>为当前服务器设置名称、标记和自己的阈值</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Session</name>
    <message>
        <source>The audit log cannot be read.</source>
        <translation>无法读取审计日志。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::SettingsWarning</name>
    <message>
        <source>The settings could not be saved to %1; changes last until the program ends.</source>
        <translation>无法将设置保存到 %1；更改只保留到程序结束。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ShortcutSheet</name>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>Elsewhere</source>
        <translation>其他位置</translation>
    </message>
    <message>
        <source>In the table of locks</source>
        <translation>在锁表中</translation>
    </message>
    <message>
        <source>Copy the selected rows as text</source>
        <translation>将所选行复制为文本</translation>
    </message>
    <message>
        <source>Select all rows</source>
        <translation>选择所有行</translation>
    </message>
    <message>
        <source>Select more rows</source>
        <translation>选择更多行</translation>
    </message>
    <message>
        <source>Open a group</source>
        <translation>展开分组</translation>
    </message>
    <message>
        <source>Close a group, or go up to it</source>
        <translation>折叠分组，或转到分组</translation>
    </message>
    <message>
        <source>In the filter</source>
        <translation>在筛选框中</translation>
    </message>
    <message>
        <source>Suggest what could stand here</source>
        <translation>建议此处可写的内容</translation>
    </message>
    <message>
        <source>Take the first suggestion</source>
        <translation>采用第一个建议</translation>
    </message>
    <message>
        <source>Explain filters</source>
        <translation>说明筛选语法</translation>
    </message>
    <message>
        <source>The file cannot be written.</source>
        <translation>无法写入文件。</translation>
    </message>
    <message>
        <source>Save the shortcuts</source>
        <translation>保存快捷键</translation>
    </message>
    <message>
        <source>Saved.</source>
        <translation>已保存。</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Search for an action or a key</source>
        <translation>搜索操作或按键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>操作及其按键</translation>
    </message>
    <message>
        <source>&amp;Copy as text</source>
        <translation>复制为文本(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save as PDF…</source>
        <translation>保存为 PDF(&amp;S)…</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>In the list of servers</source>
        <translation>在服务器列表中</translation>
    </message>
    <message>
        <source>Connect to the selected server</source>
        <translation>连接到所选服务器</translation>
    </message>
    <message>
        <source>Edit the profile</source>
        <translation>编辑连接配置</translation>
    </message>
    <message>
        <source>Duplicate the profile</source>
        <translation>复制连接配置</translation>
    </message>
    <message>
        <source>Delete the profile</source>
        <translation>删除连接配置</translation>
    </message>
    <message>
        <source>In the timeline</source>
        <translation>在时间线中</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Move to earlier or later</source>
        <translation>向前或向后移动</translation>
    </message>
    <message>
        <source>Select the bar before or after</source>
        <translation>选择上一个或下一个条</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Select nothing</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>In the charts of contention</source>
        <translation>在争用图表中</translation>
    </message>
    <message>
        <source>Read the value before or after</source>
        <translation>读上一个或下一个值</translation>
    </message>
    <message>
        <source>Read the first value</source>
        <translation>读第一个值</translation>
    </message>
    <message>
        <source>Read the last value</source>
        <translation>读最后一个值</translation>
    </message>
    <message>
        <source>In the wait-for graph</source>
        <translation>在等待图中</translation>
    </message>
    <message>
        <source>Go to the next node in this direction</source>
        <translation>转到该方向的下一个节点</translation>
    </message>
    <message>
        <source>Go to the node after or before</source>
        <translation>转到后一个或前一个节点</translation>
    </message>
    <message>
        <source>Go to the first or last node</source>
        <translation>转到第一个或最后一个节点</translation>
    </message>
    <message>
        <source>Open the lock or client</source>
        <translation>打开锁或客户端</translation>
    </message>
    <message>
        <source>Fit into the window</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Saved filters</source>
        <translation>已保存的筛选</translation>
    </message>
    <message>
        <source>Not saved: %1</source>
        <translation>未保存：%1</translation>
    </message>
    <message>
        <source>See this moment from nearer</source>
        <translation>靠近查看这一刻</translation>
    </message>
    <message>
        <source>Shorter or longer time range</source>
        <translation>更短或更长的时间范围</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StakesModel</name>
    <message>
        <source>holds</source>
        <comment>what a client has to do with a lock</comment>
        <translation>持有</translation>
    </message>
    <message>
        <source>waits</source>
        <comment>what a client has to do with a lock</comment>
        <translation>等待</translation>
    </message>
    <message>
        <source>It holds the lock.</source>
        <translation>它持有此锁。</translation>
    </message>
    <message>
        <source>It stands in the queue of the lock.</source>
        <translation>它在此锁的队列中。</translation>
    </message>
    <message>
        <source>An entry in the queue that nobody stands behind any more: its deadline has passed, or nobody listens for it.</source>
        <translation>队列中残留的项，其客户端已不在：截止时间已过，或没有人监听它。</translation>
    </message>
    <message>
        <source>place %1</source>
        <comment>in the queue of a lock</comment>
        <translation>第 %1 位</translation>
    </message>
    <message>
        <source>What</source>
        <comment>column: holds a lock or waits for it</comment>
        <translation>关系</translation>
    </message>
    <message>
        <source>Lock</source>
        <comment>column</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>Thread</source>
        <comment>column</comment>
        <translation>线程</translation>
    </message>
    <message>
        <source>Mode</source>
        <comment>column: read or write</comment>
        <translation>模式</translation>
    </message>
    <message>
        <source>Entered</source>
        <comment>column: how often it entered the lock, or its place in the queue</comment>
        <translation>进入次数</translation>
    </message>
    <message>
        <source>For</source>
        <comment>column: how long it has held the lock or waited</comment>
        <translation>时长</translation>
    </message>
    <message>
        <source>Lease left</source>
        <comment>column</comment>
        <translation>剩余租约</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>at least so long</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>dead</source>
        <comment>a stale entry of a client in a queue</comment>
        <translation>已失效</translation>
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
        <translation>开销 %1% CPU</translation>
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
        <translation>扫描中 %1%</translation>
    </message>
    <message>
        <source>locks may be evicted (%1)</source>
        <translation>锁可能被逐出（%1）</translation>
    </message>
    <message numerus="yes">
        <source>%Ln permission(s) missing</source>
        <translation>
            <numerusform>缺少 %Ln 项权限</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what does not work, and what to ask the administrator for</source>
        <translation>显示哪些功能不可用，以及应向管理员申请什么</translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln more lock(s) not kept</source>
        <comment>beyond the limit of the table</comment>
        <translation>
            <numerusform>至少另有 %Ln 把锁未保留</numerusform>
        </translation>
    </message>
    <message>
        <source>some events were lost at %1</source>
        <comment>a time of day</comment>
        <translation>%1 丢失了一些事件</translation>
    </message>
    <message>
        <source>sorting and filtering…</source>
        <translation>正在排序和筛选…</translation>
    </message>
    <message>
        <source>paused</source>
        <comment>in place of the source of live news</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Nothing is read from the server.</source>
        <translation>不再从服务器读取任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>selected</source>
        <comment>after the number of locks</comment>
        <translation>
            <numerusform>已选中</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) may not be read</source>
        <comment>by this user: the key patterns of its ACL leave them out</comment>
        <translation>
            <numerusform>%Ln 个键无权读取</numerusform>
        </translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>after the number of locks</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>Locks of which nobody can say now how it stands with them: the other numbers count what was seen last</source>
        <translation>目前无从得知其状况的锁：其他数字按最后看到的状态计入它们</translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) could not be read</source>
        <comment>the server&apos;s answers make no sense or are too large</comment>
        <translation>
            <numerusform>%Ln 个键无法读取</numerusform>
        </translation>
    </message>
    <message>
        <source>only %1 % of the keys were looked at</source>
        <translation>只查看了 %1% 的键</translation>
    </message>
    <message>
        <source>≥ %1</source>
        <comment>at least so many</comment>
        <translation>≥ %1</translation>
    </message>
    <message>
        <source>Show all locks</source>
        <translation>显示所有锁</translation>
    </message>
    <message>
        <source>Show only these</source>
        <translation>只显示这些</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <comment>about so many, as far as was seen last</comment>
        <translation>≈ %1</translation>
    </message>
    <message>
        <source>replica without its master: nothing of what is seen is new</source>
        <translation>副本与主节点失去联系：所见内容不再更新</translation>
    </message>
    <message>
        <source>a replica, which may lag behind its master</source>
        <translation>副本，可能落后于主节点</translation>
    </message>
    <message>
        <source>not permitted to look for locks</source>
        <translation>无权查找锁</translation>
    </message>
    <message>
        <source>not permitted to act: read only</source>
        <comment>the user of the server may only watch</comment>
        <translation>无权操作：只读</translation>
    </message>
    <message>
        <source>%1, %2 behind</source>
        <comment>source of live news, time</comment>
        <translation>%1，落后 %2</translation>
    </message>
    <message>
        <source>The line is slow, or more happens than it carries: what is shown may be %1 old.</source>
        <translation>线路较慢，或发生的事情超出其承载能力：显示的内容可能是 %1前的。</translation>
    </message>
    <message>
        <source>waiting</source>
        <comment>after the number of waiters of all locks</comment>
        <translation>等待者</translation>
    </message>
    <message>
        <source>The sum of the column Waiters: places in queues, without those of the dead, and for locks without a queue client processes that listen for the release. Who waits for several locks counts for each.</source>
        <translation>“等待者”一列之和：队列中的位置（不含已失效的），以及没有队列的锁上监听释放的客户端进程。等待多把锁的，每把各计一次。</translation>
    </message>
    <message>
        <source>Read from %1.</source>
        <comment>addresses of masters</comment>
        <translation>读取自 %1。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TableColumns</name>
    <message>
        <source>&amp;Undo the change of columns or sorting</source>
        <translation>撤销列或排序的更改(&amp;U)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TablePage</name>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Sort by this column</source>
        <translation>按此列排序</translation>
    </message>
    <message>
        <source>This column</source>
        <translation>此列</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TablePlaceholder</name>
    <message>
        <source>Nothing matches the filter</source>
        <translation>没有符合筛选条件的锁</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) are known.</source>
        <translation>
            <numerusform>共有 %Ln 把已知的锁。</numerusform>
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
        <translation>正在查找锁… %1%</translation>
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
        <source>The demonstration traffic of the sandbox is about to take some.</source>
        <translation>沙盒的演示流量马上就会获取一些锁。</translation>
    </message>
    <message>
        <source>The connection is lost</source>
        <translation>连接已断开</translation>
    </message>
    <message>
        <source>What locks there are is not known.</source>
        <translation>目前有哪些锁无从得知。</translation>
    </message>
    <message>
        <source>No locks known</source>
        <translation>没有已知的锁</translation>
    </message>
    <message>
        <source>What locks there are on the masters that do not answer is not known.</source>
        <translation>无响应的主节点上有哪些锁无从得知。</translation>
    </message>
    <message>
        <source>Database %1 is empty. Is it the right one?</source>
        <comment>%1: its number</comment>
        <translation>数据库 %1 是空的。是否连对了数据库？</translation>
    </message>
    <message>
        <source>There is none any more.</source>
        <translation>现在已没有任何锁。</translation>
    </message>
    <message numerus="yes">
        <source>No Redisson lock was found among the %Ln key(s) of database %1.</source>
        <comment>%1: the database&apos;s number</comment>
        <translation>
            <numerusform>在数据库 %1 的 %Ln 个键中没有找到 Redisson 锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>Only names that match %1 are looked at.</source>
        <comment>%1: pattern</comment>
        <translation>只查看名称匹配 %1 的键。</translation>
    </message>
    <message>
        <source>A lock appears here as soon as somebody takes one.</source>
        <translation>一旦有人获取锁，就会显示在这里。</translation>
    </message>
    <message>
        <source>Acquire a lock…</source>
        <translation>获取锁…</translation>
    </message>
    <message>
        <source>Start a sandbox</source>
        <translation>启动沙盒</translation>
    </message>
    <message>
        <source>Leaves this server for a private one, with clients that contend for locks</source>
        <translation>离开此服务器，改用一台私有服务器，其中有客户端在争用锁</translation>
    </message>
    <message>
        <source>This cluster is empty. Is it the right one?</source>
        <translation>此集群是空的。是否连对了集群？</translation>
    </message>
    <message numerus="yes">
        <source>No Redisson lock was found among the %Ln key(s) of this cluster.</source>
        <translation>
            <numerusform>在此集群的 %Ln 个键中没有找到 Redisson 锁。</numerusform>
        </translation>
    </message>
    <message>
        <source>No locks that may be read</source>
        <translation>没有可读取的锁</translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) may not be read by this user (key patterns of its ACL): whether there are locks among them is not known.</source>
        <translation>
            <numerusform>有 %Ln 个键该用户无权读取（其 ACL 的键模式所限）：其中是否有锁，无从得知。</numerusform>
        </translation>
    </message>
    <message>
        <source>No locks that could be read</source>
        <translation>没有能够读取的锁</translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) could not be read, because the server&apos;s answers make no sense or are too large: whether there are locks among them is not known.</source>
        <translation>
            <numerusform>有 %Ln 个键无法读取，因为服务器的回答不合规范或过大：其中是否有锁，无从得知。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing could be read yet</source>
        <translation>还没有读到任何内容</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TestPanel</name>
    <message>
        <source>master</source>
        <translation>主节点</translation>
    </message>
    <message>
        <source>replica</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 毫秒</translation>
    </message>
    <message>
        <source>answers in %1</source>
        <translation>%1内响应</translation>
    </message>
    <message>
        <source>The server %1; it does not say what it is.</source>
        <translation>服务器%1；它没有说明自己是什么。</translation>
    </message>
    <message>
        <source>The test is running</source>
        <translation>测试正在进行</translation>
    </message>
    <message>
        <source>Connecting to %1…</source>
        <translation>正在连接 %1…</translation>
    </message>
    <message>
        <source>&amp;Cancel the test</source>
        <translation>取消测试(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>The test connects, and tries what watching and acting on locks takes. It changes nothing on the server.</source>
        <translation>测试会建立连接，并尝试监视和操作锁所需的一切。它不会改变服务器上的任何内容。</translation>
    </message>
    <message>
        <source>The connection is encrypted but NOT VERIFIED: anybody could be at the other end.</source>
        <translation>连接已加密但未经验证：对方可能是任何人。</translation>
    </message>
    <message>
        <source>Attention: %1.</source>
        <comment>a warning</comment>
        <translation>注意：%1。</translation>
    </message>
    <message>
        <source>%1 %2, %3, %4.</source>
        <comment>Redis or Valkey, version, role, answers in 1 ms</comment>
        <translation>%1 %2，%3，%4。</translation>
    </message>
    <message>
        <source>%1 of %2 masters could not be asked.</source>
        <translation>%2 个主节点中有 %1 个未能询问到。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimeRangeBox</name>
    <message>
        <source>Time range</source>
        <translation>时间范围</translation>
    </message>
    <message>
        <source>Any time</source>
        <translation>任何时间</translation>
    </message>
    <message numerus="yes">
        <source>Last %Ln minute(s)</source>
        <translation>
            <numerusform>最近 %Ln 分钟</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Last %Ln hour(s)</source>
        <translation>
            <numerusform>最近 %Ln 小时</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Last %Ln day(s)</source>
        <translation>
            <numerusform>最近 %Ln 天</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Timeline</name>
    <message>
        <source>Timeline of holds and waits</source>
        <translation>持有与等待的时间线</translation>
    </message>
    <message>
        <source>No hold of this lock has been seen yet.</source>
        <translation>还没有看到此锁被持有。</translation>
    </message>
    <message>
        <source>%1 has waited for %2, since %3</source>
        <translation>%1 自 %3 起已等待 %2</translation>
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
    <message>
        <source>%1 waited for %2, from %3 to %4</source>
        <translation>%1 等待了 %2，从 %3 到 %4</translation>
    </message>
    <message>
        <source>%1 held it for %2, from %3 to %4: %5</source>
        <translation>%1 持有了 %2，从 %3 到 %4：%5</translation>
    </message>
    <message>
        <source>at least %1</source>
        <comment>duration</comment>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>before %1</source>
        <comment>since when; nobody saw it begin</comment>
        <translation>%1 之前</translation>
    </message>
    <message numerus="yes">
        <source>Renewed at least %Ln time(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>至少续期 %Ln 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>%Ln 个客户端</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody holds a latch: there is nothing to be shown.</source>
        <translation>闭锁没有持有者：没有可显示的内容。</translation>
    </message>
    <message>
        <source>No permit with a lease has been seen yet. Who has the others Redis does not tell.</source>
        <translation>尚未见到带租约的许可。其他许可在谁手中，Redis 不提供。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TlsFields</name>
    <message>
        <source>Choose a PEM file</source>
        <translation>选择 PEM 文件</translation>
    </message>
    <message>
        <source>PEM files (*.pem *.crt *.cer *.key);;All files (*)</source>
        <translation>PEM 文件 (*.pem *.crt *.cer *.key);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Encr&amp;ypted connection (TLS)</source>
        <translation>加密连接 (TLS)(&amp;Y)</translation>
    </message>
    <message>
        <source>Trusted CA:</source>
        <translation>受信任的 CA：</translation>
    </message>
    <message>
        <source>What this system trusts</source>
        <translation>本系统信任的 CA</translation>
    </message>
    <message>
        <source>A PEM file, or a directory of them as c_rehash leaves it.</source>
        <translation>一个 PEM 文件，或由 c_rehash 整理过的目录。</translation>
    </message>
    <message>
        <source>Own certificate:</source>
        <translation>自己的证书：</translation>
    </message>
    <message>
        <source>None: the server does not ask for one</source>
        <translation>无：服务器不要求</translation>
    </message>
    <message>
        <source>Its key:</source>
        <translation>其密钥：</translation>
    </message>
    <message>
        <source>In the same file</source>
        <translation>在同一文件中</translation>
    </message>
    <message>
        <source>Passphrase of the key:</source>
        <translation>密钥的口令：</translation>
    </message>
    <message>
        <source>The host of the address</source>
        <translation>地址中的主机</translation>
    </message>
    <message>
        <source>What the server&apos;s certificate must name, and what it is asked for (SNI).</source>
        <translation>服务器证书必须写明的名称，也是向它请求的名称 (SNI)。</translation>
    </message>
    <message>
        <source>Server name:</source>
        <translation>服务器名称：</translation>
    </message>
    <message>
        <source>&amp;Verify the server&apos;s certificate</source>
        <translation>验证服务器证书(&amp;V)</translation>
    </message>
    <message>
        <source>Nobody verifies whom we talk to: whoever is in between can read and change everything, the password too. For tests only.</source>
        <translation>没有人验证我们在与谁通信：位于中间的任何人都可以读取和更改一切，包括密码。仅用于测试。</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
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
        <translation>无法更改任何内容。点击以启用操作。</translation>
    </message>
    <message>
        <source>Actions on (production)</source>
        <translation>可操作（生产）</translation>
    </message>
    <message>
        <source>Actions on</source>
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
type:fair   state:stuck   holder:9f45   client:9f45   anomaly:any
waiters&gt;3   count&gt;=2   ttl&lt;5s   held&gt;1m   -type:fair   a or (b c)
Ctrl+Space suggests, F1 explains.</source>
        <translation>名称的一部分，或用 * 和 ? 表示整个名称，以及条件：
type:fair   state:stuck   holder:9f45   client:9f45   anomaly:any
waiters&gt;3   count&gt;=2   ttl&lt;5s   held&gt;1m   -type:fair   a or (b c)
Ctrl+Space 给出建议，F1 查看说明。</translation>
    </message>
    <message>
        <source>paused</source>
        <comment>state of the connection</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Quick filter: %1</source>
        <translation>快速筛选：%1</translation>
    </message>
    <message>
        <source>No actions (replica)</source>
        <comment>actions were unlocked before it became one</comment>
        <translation>不可操作（副本）</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Tour</name>
    <message>
        <source>Every lock, as it is now</source>
        <translation>每一把锁的当前状态</translation>
    </message>
    <message>
        <source>Each row is a lock of this server. The filter above finds locks by name, state, holder or time left, for example state:stuck or ttl&lt;5s. Click a column to sort by it.</source>
        <translation>每一行是此服务器上的一把锁。上方的筛选框可按名称、状态、持有者或剩余时间查找锁，例如 state:stuck 或 ttl&lt;5s。点击列标题可按该列排序。</translation>
    </message>
    <message>
        <source>One lock in detail</source>
        <translation>一把锁的详情</translation>
    </message>
    <message>
        <source>Select a row: here you see who holds the lock, who waits in which order, how its lease is renewed, and the keys exactly as Redis has them.</source>
        <translation>选中一行：这里会显示谁持有锁、谁按什么顺序等待、租约如何续期，以及 Redis 中原样的键。</translation>
    </message>
    <message>
        <source>Nothing changes until you unlock it</source>
        <translation>启用操作之前，不会更改任何内容</translation>
    </message>
    <message>
        <source>Each session starts read-only. To release a stuck lock, unlock actions here first; before each one you are told what will happen, and it is done only if the lock is still as you saw it.</source>
        <translation>每个会话开始时都是只读的。要释放卡住的锁，请先在这里启用操作；每次操作前都会说明将要发生什么，并且只有当锁仍如您所见时才会执行。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>step of the tour</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>跳过(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>导览</translation>
    </message>
    <message>
        <source>Nothing is changed from this window</source>
        <translation>此窗口不会更改任何内容</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>title and text of a step</comment>
        <translation>%1。%2</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TourOffer</name>
    <message>
        <source>New here? Three short steps show how to find a lock, read it, and act on it.</source>
        <translation>第一次使用？三个简短的步骤介绍如何找到一把锁、看懂它并对它执行操作。</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>观看导览</translation>
    </message>
    <message>
        <source>No, thanks</source>
        <translation>不用了</translation>
    </message>
    <message>
        <source>Hide this; the tour stays in the Help menu</source>
        <translation>隐藏此提示；导览仍在“帮助”菜单中</translation>
    </message>
    <message>
        <source>Offer of a tour</source>
        <translation>导览邀请</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TraceModel</name>
    <message numerus="yes">
        <source>(%Ln inner command(s) not kept)</source>
        <translation>
            <numerusform>（%Ln 条内部命令未保留）</numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <comment>column</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>After</source>
        <comment>column: time since the command before</comment>
        <translation>间隔</translation>
    </message>
    <message>
        <source>Client</source>
        <comment>column</comment>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Master</source>
        <comment>column: the server of a cluster that executed a command</comment>
        <translation>主节点</translation>
    </message>
    <message>
        <source>Meaning</source>
        <comment>column: what a command does to a lock</comment>
        <translation>含义</translation>
    </message>
    <message>
        <source>Lock</source>
        <comment>column</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>Command</source>
        <comment>column</comment>
        <translation>命令</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TracePanel</name>
    <message>
        <source>Trace a production server</source>
        <translation>跟踪生产服务器</translation>
    </message>
    <message>
        <source>This is a production server.</source>
        <translation>这是一台生产服务器。</translation>
    </message>
    <message>
        <source>For %1 it may serve less than half of what it can otherwise. Start the trace?</source>
        <translation>在 %1内，它的处理能力可能不到平时的一半。要开始跟踪吗？</translation>
    </message>
    <message>
        <source>Start the trace</source>
        <translation>开始跟踪</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>New trace…</source>
        <translation>新建跟踪…</translation>
    </message>
    <message>
        <source>Stop the trace</source>
        <translation>停止跟踪</translation>
    </message>
    <message>
        <source>Stop the trace (Esc)</source>
        <translation>停止跟踪 (Esc)</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TraceStart</name>
    <message>
        <source>That is many: the loss will be felt. Prefer a quieter hour or a short time.</source>
        <translation>这很多：性能损失会很明显。请选择更空闲的时段或更短的时间。</translation>
    </message>
    <message>
        <source>Watch what the server executes</source>
        <translation>监视服务器执行的命令</translation>
    </message>
    <message>
        <source>MONITOR makes the server print every command to Lockscope, also each one inside of a script. That can cost it more than half of its throughput while it lasts. The trace stops by itself after the time you choose, and whenever too much comes. Passwords are not shown.</source>
        <translation>MONITOR 会让服务器把每条命令都发送给 Lockscope，包括脚本内部的每一条。在此期间，这可能消耗它一半以上的吞吐量。跟踪会在您选择的时间后自动停止，命令过多时也会停止。不会显示密码。</translation>
    </message>
    <message>
        <source>&amp;Duration:</source>
        <translation>时长(&amp;D)：</translation>
    </message>
    <message>
        <source>Sho&amp;w:</source>
        <translation>显示(&amp;W)：</translation>
    </message>
    <message>
        <source>%1 (each watchdog renews once)</source>
        <translation>%1（足够每个看门狗续期一次）</translation>
    </message>
    <message>
        <source>Commands about locks</source>
        <translation>与锁有关的命令</translation>
    </message>
    <message>
        <source>All commands</source>
        <translation>所有命令</translation>
    </message>
    <message>
        <source>Also commands that only &amp;read</source>
        <translation>也包括只读的命令(&amp;R)</translation>
    </message>
    <message>
        <source>Start the &amp;trace</source>
        <translation>开始跟踪(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Back to the last trace</source>
        <translation>返回上次跟踪(&amp;B)</translation>
    </message>
    <message numerus="yes">
        <source>This server executes about %Ln command(s) a second now.</source>
        <translation>
            <numerusform>此服务器现在每秒约执行 %Ln 条命令。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TraceView</name>
    <message>
        <source>%1 left</source>
        <comment>time until the trace ends</comment>
        <translation>剩余 %1</translation>
    </message>
    <message numerus="yes">
        <source>%Ln command(s)</source>
        <translation>
            <numerusform>%Ln 条命令</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln command(s)</source>
        <translation>
            <numerusform>%1 / %Ln 条命令</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln command(s) came too fast and are missing.</source>
        <translation>
            <numerusform>有 %Ln 条命令来得太快，已缺失。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The connection broke %Ln time(s); what happened meanwhile is missing.</source>
        <translation>
            <numerusform>连接断开了 %Ln 次；其间发生的内容缺失。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the newest are kept: %Ln older command(s) were removed.</source>
        <translation>
            <numerusform>仅保留最新的：已移除较早的 %Ln 条命令。</numerusform>
        </translation>
    </message>
    <message>
        <source>No command fits the filter.</source>
        <translation>没有符合筛选条件的命令。</translation>
    </message>
    <message>
        <source>Asking the server…</source>
        <translation>正在询问服务器…</translation>
    </message>
    <message numerus="yes">
        <source>No command about locks yet. %Ln line(s) were read.</source>
        <translation>
            <numerusform>还没有与锁有关的命令。已读取 %Ln 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>No command about locks was executed meanwhile.</source>
        <translation>其间没有执行与锁有关的命令。</translation>
    </message>
    <message>
        <source>Export the trace</source>
        <translation>导出跟踪</translation>
    </message>
    <message numerus="yes">
        <source>%Ln command(s) exported</source>
        <translation>
            <numerusform>已导出 %Ln 条命令</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter commands</source>
        <translation>筛选命令</translation>
    </message>
    <message>
        <source>Meaning of the commands</source>
        <translation>命令的含义</translation>
    </message>
    <message>
        <source>All meanings</source>
        <translation>所有含义</translation>
    </message>
    <message>
        <source>other</source>
        <comment>meaning of a command</comment>
        <translation>其他</translation>
    </message>
    <message>
        <source>Only this lock</source>
        <translation>仅此锁</translation>
    </message>
    <message>
        <source>Show the commands about the selected lock only</source>
        <translation>仅显示与所选锁有关的命令</translation>
    </message>
    <message>
        <source>Save the commands that are shown to a file</source>
        <translation>将显示的命令保存到文件</translation>
    </message>
    <message>
        <source>Trace as CSV…</source>
        <comment>export</comment>
        <translation>跟踪导出为 CSV…</translation>
    </message>
    <message>
        <source>Trace as JSON…</source>
        <comment>export</comment>
        <translation>跟踪导出为 JSON…</translation>
    </message>
    <message>
        <source>Trace as text…</source>
        <comment>export</comment>
        <translation>跟踪导出为文本…</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>复制行</translation>
    </message>
    <message>
        <source>Commands of the trace</source>
        <translation>跟踪到的命令</translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of the server could not be read and are missing. Valkey 8.1.0 and 8.1.1 do not escape quotes in names and values.</source>
        <translation>
            <numerusform>服务器的 %Ln 行内容无法读取，因此缺失。Valkey 8.1.0 和 8.1.1 不转义名称和值中的引号。</numerusform>
        </translation>
    </message>
    <message>
        <source>ended: the time is over</source>
        <comment>of a trace</comment>
        <translation>已结束：时间到</translation>
    </message>
    <message>
        <source>Nothing was seen of what the server executes.</source>
        <translation>没有看到服务器执行的任何命令。</translation>
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
        <translation>永不到期，没有租约倒计时。</translation>
    </message>
    <message>
        <source>%1 of the lease are left.</source>
        <comment>a duration</comment>
        <translation>租约还剩 %1。</translation>
    </message>
    <message>
        <source>Nobody holds it now.</source>
        <translation>现在无人持有。</translation>
    </message>
    <message numerus="yes">
        <source>Renewed %Ln time(s) in the last two minutes.</source>
        <translation>
            <numerusform>最近两分钟内续期 %Ln 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not renewed in the last two minutes.</source>
        <translation>最近两分钟内没有续期。</translation>
    </message>
    <message>
        <source>Nobody has held this lock in the %1 since it is shown.</source>
        <comment>a duration</comment>
        <translation>自显示以来的 %1内没有人持有此锁。</translation>
    </message>
    <message numerus="yes">
        <source>Renewed %Ln time(s) in the %1 since it is shown.</source>
        <comment>a duration</comment>
        <translation>
            <numerusform>自显示以来的 %1内续期 %Ln 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not renewed in the %1 since it is shown.</source>
        <comment>a duration</comment>
        <translation>自显示以来的 %1内没有续期。</translation>
    </message>
    <message>
        <source>For %1 of that nobody looked.</source>
        <comment>a duration</comment>
        <translation>其中有 %1 没有人观察。</translation>
    </message>
    <message>
        <source>One of its permits never ends. What is left of the others stands in the list.</source>
        <translation>它有一个许可永不到期。其他许可的剩余时间见列表。</translation>
    </message>
    <message>
        <source>A latch has no lease.</source>
        <translation>闭锁没有租约。</translation>
    </message>
    <message>
        <source>No permit is known that has a lease. Who has the others Redis does not tell.</source>
        <translation>没有已知的带租约的许可。其他许可在谁手中，Redis 不提供。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TypedName</name>
    <message>
        <source>T&amp;ype its name:</source>
        <translation>输入名称(&amp;Y)：</translation>
    </message>
    <message>
        <source>The whole name of the lock</source>
        <translation>锁的完整名称</translation>
    </message>
    <message>
        <source>Type the name of the lock</source>
        <translation>请输入锁的名称</translation>
    </message>
    <message>
        <source>T&amp;ype this line:</source>
        <translation>照此行输入(&amp;Y)：</translation>
    </message>
    <message>
        <source>How many locks, and the server</source>
        <translation>多少把锁，以及服务器</translation>
    </message>
    <message>
        <source>Type how many locks, and the server</source>
        <translation>请输入锁的数量和服务器</translation>
    </message>
    <message>
        <source>Give a reason; it goes to the audit log.</source>
        <translation>请填写原因；它会写入审计日志。</translation>
    </message>
    <message>
        <source>Type the line as it stands above: this is a production server.</source>
        <translation>请照上面所示输入该行：这是生产服务器。</translation>
    </message>
    <message>
        <source>Type the name as it stands above: this is a production server.</source>
        <translation>请照上面所示输入名称：这是生产服务器。</translation>
    </message>
    <message>
        <source>What is typed differs from the line above.</source>
        <translation>输入的内容与上面一行不一致。</translation>
    </message>
    <message>
        <source>What is typed differs from the name above.</source>
        <translation>输入的内容与上面的名称不一致。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::UndoBar</name>
    <message>
        <source>Putting %1 back…</source>
        <translation>正在恢复 %1…</translation>
    </message>
    <message>
        <source>%1 could not be put back: %2 has it now.</source>
        <comment>%1: name of a lock; %2: who</comment>
        <translation>无法恢复 %1：它现在被 %2 持有。</translation>
    </message>
    <message>
        <source>%1 could not be put back: its lease would be over by now.</source>
        <translation>无法恢复 %1：它的租约到现在已经结束。</translation>
    </message>
    <message>
        <source>%1 could not be put back. %2</source>
        <comment>%1: name of a lock; %2: sentence</comment>
        <translation>无法恢复 %1。%2</translation>
    </message>
    <message>
        <source>%1 was released, held by %2. Undo keeps others out again, if nobody has it then; a holder that has noticed its loss does not get it back.</source>
        <comment>%1: name of a lock; %2: holders</comment>
        <translation>%1 已释放，原由 %2 持有。如果届时没有人持有它，撤销会恢复这把锁；已察觉丢失的持有者不会重新得到它。</translation>
    </message>
    <message>
        <source>&amp;Undo %1 (%2)</source>
        <comment>button; %1: name of a lock; %2: minutes and seconds left</comment>
        <translation>撤销 %1 (%2)(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>The session is read-only: unlock actions first</source>
        <translation>会话为只读：请先启用操作</translation>
    </message>
    <message>
        <source>Put the newest lock back that was released by force</source>
        <translation>恢复最近一次强制释放的锁</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>%1: name of a lock; %2: minutes and seconds left</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>更多(&amp;M)</translation>
    </message>
    <message>
        <source>Other locks that can be put back</source>
        <translation>其他可以恢复的锁</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Undo a force-release</source>
        <translation>撤销强制释放</translation>
    </message>
    <message numerus="yes">
        <source>Putting %Ln lock(s) back…</source>
        <translation>
            <numerusform>正在恢复 %Ln 把锁…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo &amp;all %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>全部撤销 %Ln 把(&amp;A)</numerusform>
        </translation>
    </message>
    <message>
        <source>Put every lock back that was released by force and that nobody has now</source>
        <translation>恢复所有被强制释放、且目前没有人持有的锁</translation>
    </message>
    <message>
        <source>%1 of %2 locks are back in Redis.</source>
        <comment>numbers</comment>
        <translation>%2 把锁中的 %1 把已恢复到 Redis 中。</translation>
    </message>
    <message>
        <source>The others have been taken since, or their leases would be over by now.</source>
        <translation>其余的此后已被他人获取，或租约到现在已经结束。</translation>
    </message>
    <message>
        <source>Dismiss; Undo stays in the Lock menu</source>
        <translation>关闭；仍可在“锁”菜单中撤销</translation>
    </message>
    <message>
        <source>%1 is back in Redis, without expiry as it was. If its holder has noticed the loss and stopped, it stays taken for ever, although nobody works under it.</source>
        <translation>%1 已放回 Redis，并与之前一样永不过期。如果原持有者已发现锁丢失并停止工作，则该锁会一直被占用，尽管没有人在其保护下工作。</translation>
    </message>
    <message>
        <source>%1 is back in Redis and ends when it would have. If its holder has noticed the loss and stopped, it stays taken until then, although nobody works under it.</source>
        <translation>%1 已放回 Redis，仍在原定时间到期。如果原持有者已发现锁丢失并停止工作，则该锁在到期前仍被占用，尽管没有人在其保护下工作。</translation>
    </message>
    <message>
        <source>%2 has had %1 since it was released. Put the hold of %3 back all the same? It keeps all others out until it ends.</source>
        <comment>%1: name of a lock; %2, %3: holders</comment>
        <translation>%1 被释放之后，%2 持有过它。仍要恢复 %3 的持有吗？在它结束之前，其他人都无法获取。</translation>
    </message>
    <message>
        <source>&amp;Put it back</source>
        <translation>恢复(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Leave it</source>
        <translation>不恢复(&amp;L)</translation>
    </message>
    <message>
        <source>%1 was released, held by %2. %3 has had it since.</source>
        <comment>%1: name of a lock; %2, %3: holders</comment>
        <translation>%1 已释放，原持有者为 %2。此后 %3 持有过它。</translation>
    </message>
    <message>
        <source>%1 was released, held by %2. %3 has it now; it can be put back when it is free.</source>
        <comment>%1: name of a lock; %2, %3: holders</comment>
        <translation>%1 已释放，原持有者为 %2。%3 现在持有它；等它空闲时可以恢复。</translation>
    </message>
    <message>
        <source>%1 was to be put back. %2</source>
        <comment>%1: name of a lock; %2: sentence</comment>
        <translation>曾尝试放回 %1。%2</translation>
    </message>
    <message>
        <source>%1 was released, held by %2. Undo keeps others out again, for the %3 that are left of its lease, if nobody has it then; a holder that has noticed its loss does not get it back.</source>
        <comment>%1: name of a lock; %2: holders; %3: duration</comment>
        <translation>%1 已释放，原由 %2 持有。如果届时没有人持有它，撤销会恢复这把锁，期限为其租约剩余的 %3；已察觉丢失的持有者不会重新得到它。</translation>
    </message>
    <message>
        <source>%1 is back in Redis for %2, then it ends as it would have. If its holder has noticed the loss and stopped, it stays taken until then, although nobody works under it.</source>
        <comment>%1: name of a lock; %2: duration</comment>
        <translation>%1 已放回 Redis，还剩 %2，然后如原定时间到期。如果原持有者已发现锁丢失并停止工作，则该锁在到期前仍被占用，尽管没有人在其保护下工作。</translation>
    </message>
    <message>
        <source>%1 was released, held by %2. Undo keeps others out again, for the %3 that are left of the longest of its readers&apos; leases, if nobody has it then; a holder that has noticed its loss does not get it back.</source>
        <comment>%1: name of a lock; %2: holders; %3: duration</comment>
        <translation>%1 已被释放，原由 %2 持有。若届时无人持有它，撤销会在其读者中最长租约剩余的 %3 内再次将其他人挡在外面；已察觉丢失的持有者无法重新得到它。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) are back in Redis and end when they would have, read locks with the longest of their readers&apos; leases. Where a holder has noticed its loss and stopped, the lock stays taken until then, although nobody works under it.</source>
        <translation>
            <numerusform>%Ln 把锁已恢复到 Redis，并在原定时间结束，读锁则随其读者中最长的租约结束。若某持有者已察觉丢失并停止工作，该锁在此之前仍被占用，尽管无人在其保护下工作。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is back in Redis without expiry, because the lease of one of its readers never ends. If that one has noticed the loss and stopped, it stays taken for ever, although nobody works under it.</source>
        <translation>%1 已恢复到 Redis，且没有过期时间，因为它的某个读者的租约永不结束。如果该读者已察觉丢失并停止工作，它将永远被占用，尽管无人在其保护下工作。</translation>
    </message>
    <message>
        <source>%1 is back in Redis for %2: it ends with the longest of its readers&apos; leases, which may be later than it would have ended. If its holders have noticed the loss and stopped, it stays taken until then, although nobody works under it.</source>
        <comment>%1: name of a lock; %2: duration</comment>
        <translation>%1 已恢复到 Redis，持续 %2：它随其读者中最长的租约一起结束，可能晚于它原本的结束时间。如果持有者已察觉丢失并停止工作，它在此之前仍被占用，尽管无人在其保护下工作。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitGraphLegend</name>
    <message>
        <source>lock</source>
        <comment>legend</comment>
        <translation>锁</translation>
    </message>
    <message>
        <source>thread of a client</source>
        <comment>legend</comment>
        <translation>客户端的线程</translation>
    </message>
    <message>
        <source>held by</source>
        <comment>legend: an arrow from a lock</comment>
        <translation>被持有</translation>
    </message>
    <message>
        <source>waits</source>
        <comment>legend: an arrow to a lock</comment>
        <translation>等待</translation>
    </message>
    <message>
        <source>may wait</source>
        <comment>legend: an arrow to a lock</comment>
        <translation>可能等待</translation>
    </message>
    <message>
        <source>deadlock</source>
        <comment>legend</comment>
        <translation>死锁</translation>
    </message>
    <message>
        <source>Legend of the wait-for graph</source>
        <translation>等待图的图例</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitGraphPage</name>
    <message>
        <source>No deadlock: nobody waits in a ring.</source>
        <translation>没有死锁：没有人循环等待。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln deadlock(s)</source>
        <translation>
            <numerusform>%Ln 个死锁</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible deadlock(s)</source>
        <translation>
            <numerusform>%Ln 个可能的死锁</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>deadlocks, possible deadlocks</comment>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible</source>
        <comment>deadlocks</comment>
        <translation>
            <numerusform>%Ln 个可能</numerusform>
        </translation>
    </message>
    <message>
        <source>There are more; these were found first.</source>
        <translation>还有更多；这些是最先找到的。</translation>
    </message>
    <message>
        <source>Around %1.</source>
        <translation>%1 周围。</translation>
    </message>
    <message>
        <source>Nobody waits for %1: this is the whole graph.</source>
        <translation>没有人等待 %1：这是整个图。</translation>
    </message>
    <message>
        <source>Around client %1, if it waits or is waited for.</source>
        <translation>客户端 %1 周围（如果它在等待或被等待）。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more lock(s) with waiters are not drawn.</source>
        <translation>
            <numerusform>另有 %Ln 把有等待者的锁未绘制。</numerusform>
        </translation>
    </message>
    <message>
        <source>Deadlocks</source>
        <translation>死锁</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <comment>wait-for graph</comment>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <comment>wait-for graph</comment>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Fit into the window</source>
        <comment>wait-for graph</comment>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>Around the selection</source>
        <translation>所选对象周围</translation>
    </message>
    <message>
        <source>Draw only what is connected with the selected lock or client</source>
        <translation>仅绘制与所选锁或客户端有关的部分</translation>
    </message>
    <message>
        <source>Nobody waits for a lock.
As soon as somebody does, who waits for whom is drawn here, and rings are called deadlocks.</source>
        <translation>没有人等待锁。
一旦有人等待，等待关系就会绘制在这里，循环等待称为死锁。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitGraphView</name>
    <message>
        <source>Tab and arrow keys go from node to node, Return opens one, Escape leaves.</source>
        <translation>用 Tab 和方向键在节点间移动，Enter 打开，Esc 离开。</translation>
    </message>
    <message>
        <source>Wait-for graph</source>
        <translation>等待图</translation>
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
        <source>too late</source>
        <comment>a waiter whose deadline has passed</comment>
        <translation>已超时</translation>
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
    <message>
        <source>about %1</source>
        <comment>when a waiter gets the lock</comment>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>any moment</source>
        <comment>when a waiter gets the lock</comment>
        <translation>随时</translation>
    </message>
    <message>
        <source>over %1</source>
        <comment>when a waiter gets the lock</comment>
        <translation>超过 %1</translation>
    </message>
    <message>
        <source>when it is free</source>
        <comment>when a waiter gets the lock</comment>
        <translation>空闲时</translation>
    </message>
    <message>
        <source>never</source>
        <comment>when a waiter gets the lock</comment>
        <translation>永不</translation>
    </message>
    <message>
        <source>unknown</source>
        <comment>when a waiter gets the lock</comment>
        <translation>未知</translation>
    </message>
    <message>
        <source>An entry before it has no deadline and seems dead: nobody gets past it.</source>
        <translation>它前面有一项没有截止时间且似乎已失效：没有人能越过它。</translation>
    </message>
    <message>
        <source>It is dead: it will never take its turn.</source>
        <translation>它已失效：永远不会轮到它。</translation>
    </message>
    <message>
        <source>Unknown: too few holds of this lock have been seen to call any length usual.</source>
        <translation>未知：看到的持有次数太少，无法判断通常时长。</translation>
    </message>
    <message>
        <source>Unknown: dead waiters are before it, and the server&apos;s clock is not known.</source>
        <translation>未知：它前面有已失效的等待者，而服务器时钟未知。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln hold(s) before it, %1 each (the median of %2)</source>
        <translation>
            <numerusform>它前面有 %Ln 次持有，每次 %1（%2 次的中位数）</numerusform>
        </translation>
    </message>
    <message>
        <source>It is first, and the lock is free.</source>
        <translation>它位于队首，且锁空闲。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead waiter(s) before it, which cost %1</source>
        <translation>
            <numerusform>它前面有 %Ln 个已失效的等待者，耗费 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>The present hold lasts longer than usual already, so this is the least.</source>
        <translation>当前持有已超过通常时长，因此这是最少时间。</translation>
    </message>
    <message>
        <source>Turn in</source>
        <comment>column: when a waiter may expect the lock</comment>
        <translation>预计轮到</translation>
    </message>
    <message>
        <source>Client</source>
        <comment>column: its name and address</comment>
        <translation>客户端</translation>
    </message>
    <message>
        <source>Whether its client listens for its turn may not be asked here. After the deadline the others may drop it from the queue.</source>
        <translation>这里无权查询其客户端是否在监听。截止时间过后，其他客户端可能会将其移出队列。</translation>
    </message>
    <message>
        <source>dead</source>
        <comment>a waiter for whose turn nobody listens</comment>
        <translation>已失效</translation>
    </message>
    <message>
        <source>Unknown: the lock is free, and whoever is next does not take it.</source>
        <translation>未知：锁是空闲的，但下一个等待者没有去获取它。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WakeNextDialog</name>
    <message>
        <source>Wake next</source>
        <translation>唤醒下一个</translation>
    </message>
    <message>
        <source>Wake</source>
        <translation>唤醒</translation>
    </message>
    <message>
        <source>Nobody in the queue of %1 is known to be alive; the first who is would be told to look again.</source>
        <translation>%1 的队列中目前没有已知仍在运行的等待者；若有，将通知其中第一个再看一次。</translation>
    </message>
    <message>
        <source>Tells everybody who waits for %1 to look again, because all readers may enter together.</source>
        <translation>通知所有等待 %1 的客户端再看一次，因为所有读者可以一起进入。</translation>
    </message>
    <message>
        <source>Tells one waiter in each client that waits for %1 to look again.</source>
        <translation>等待 %1 的每个客户端中，各有一个等待者会收到通知，再尝试一次。</translation>
    </message>
    <message>
        <source>It is %1: who cannot have it goes on waiting.</source>
        <comment>%1: held by whom</comment>
        <translation>该锁%1：无法获取的会继续等待。</translation>
    </message>
    <message>
        <source>Nobody holds it: whoever is told can take it at once.</source>
        <translation>没有人持有它：被通知者可以立即获取。</translation>
    </message>
    <message>
        <source>Nothing is written to Redis, and nobody loses a place.</source>
        <translation>不会向 Redis 写入任何内容，也没有人失去位置。</translation>
    </message>
    <message>
        <source>Done: %1 was told to look again.</source>
        <translation>完成：已通知 %1 再看一次。</translation>
    </message>
    <message>
        <source>Done: whoever listens was told to look again. How many those are is not known.</source>
        <translation>完成：已通知所有监听者再看一次。数量未知。</translation>
    </message>
    <message numerus="yes">
        <source>Done: %Ln client(s) were told to look again.</source>
        <translation>
            <numerusform>完成：已通知 %Ln 个客户端再看一次。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody listens for this lock: there was nobody to be told.</source>
        <translation>没有人监听此锁：没有可通知的对象。</translation>
    </message>
    <message>
        <source>Right after that it was held by %1.</source>
        <translation>随后它由 %1 持有。</translation>
    </message>
    <message>
        <source>Right after that nobody held it yet.</source>
        <translation>随后还没有人持有它。</translation>
    </message>
    <message>
        <source>Nobody holds it, but %1, which is dead, is first in the queue: nobody gets the lock before its time is over. Repair queue removes it.</source>
        <translation>没有人持有它，但排在队首的 %1 已失效：在它的时限到之前，没有人能得到锁。“修复队列”会将其移除。</translation>
    </message>
    <message>
        <source>Tells %2, the first in the queue of %1 that is not known to be dead, to look again.</source>
        <comment>%1: name of the lock; %2: waiter</comment>
        <translation>通知 %1 的队列中第一个未被确认失效的 %2 再看一次。</translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Workspace</name>
    <message>
        <source>Until this is right, the rows stay as they are.</source>
        <comment>the filter</comment>
        <translation>在改正之前，各行保持不变。</translation>
    </message>
    <message>
        <source>Until this is right, the filter does without it.</source>
        <translation>在改正之前，筛选暂不计入这一部分。</translation>
    </message>
</context>
</TS>
