<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AcquireWords</name>
    <message numerus="yes">
        <source>%Ln waiter(s) at the head of its queue, dead or too late, will be removed.</source>
        <translation>
            <numerusform>%Ln waiter at the head of its queue, dead or too late, will be removed.</numerusform>
            <numerusform>%Ln waiters at the head of its queue, dead or too late, will be removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s), dead or too late, were removed from its queue.</source>
        <translation>
            <numerusform>%Ln waiter, dead or too late, was removed from its queue.</numerusform>
            <numerusform>%Ln waiters, dead or too late, were removed from its queue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead waiter(s) in front will be removed if nothing is heard of them for 2 s more.</source>
        <translation>
            <numerusform>%Ln dead waiter in front will be removed if nothing is heard of it for 2 s more.</numerusform>
            <numerusform>%Ln dead waiters in front will be removed if nothing is heard of them for 2 s more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AlertText</name>
    <message numerus="yes">
        <source>More than %Ln waiter(s)</source>
        <translation>
            <numerusform>More than %Ln waiter</numerusform>
            <numerusform>More than %Ln waiters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %Ln waiter(s).</source>
        <translation>
            <numerusform>It has %Ln waiter.</numerusform>
            <numerusform>It has %Ln waiters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rule “%1”: %Ln more lock(s) than the %2 listed.</source>
        <comment>%1: an alert rule; %2: number</comment>
        <translation>
            <numerusform>Rule “%1”: %Ln more lock than the %2 listed.</numerusform>
            <numerusform>Rule “%1”: %Ln more locks than the %2 listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deadlock: threads wait for each other in %Ln ring(s).</source>
        <translation>
            <numerusform>Deadlock: threads wait for each other in a ring.</numerusform>
            <numerusform>Deadlock: threads wait for each other in %Ln rings.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AuditWords</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>waiters that the audit log does not name</comment>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead waiter(s) removed</source>
        <comment>from the queue of a lock</comment>
        <translation>
            <numerusform>%Ln dead waiter removed</numerusform>
            <numerusform>%Ln dead waiters removed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ContentionWords</name>
    <message numerus="yes">
        <source>%Ln hold(s)</source>
        <translation>
            <numerusform>%Ln hold</numerusform>
            <numerusform>%Ln holds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln wait(s)</source>
        <translation>
            <numerusform>%Ln wait</numerusform>
            <numerusform>%Ln waits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>now %Ln client(s) wait</source>
        <translation>
            <numerusform>now %Ln client waits</numerusform>
            <numerusform>now %Ln clients wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not live, at last %Ln client(s) waited</source>
        <translation>
            <numerusform>not live, at last %Ln client waited</numerusform>
            <numerusform>not live, at last %Ln clients waited</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) contended</source>
        <translation>
            <numerusform>%Ln lock contended</numerusform>
            <numerusform>%Ln locks contended</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln acquisition(s)</source>
        <translation>
            <numerusform>%Ln acquisition</numerusform>
            <numerusform>%Ln acquisitions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln expired or vanished</source>
        <translation>
            <numerusform>%Ln expired or vanished</numerusform>
            <numerusform>%Ln expired or vanished</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln forced</source>
        <translation>
            <numerusform>%Ln forced</numerusform>
            <numerusform>%Ln forced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln estimated.</source>
        <comment>holds or waits</comment>
        <translation>
            <numerusform>%Ln estimated.</numerusform>
            <numerusform>%Ln estimated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them estimated</source>
        <comment>holds or waits</comment>
        <translation>
            <numerusform>%Ln of them estimated</numerusform>
            <numerusform>%Ln of them estimated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>now %Ln client(s) or more wait, as far as is known</source>
        <translation>
            <numerusform>now at least %Ln client waits, as far as is known</numerusform>
            <numerusform>now at least %Ln clients wait, as far as is known</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln more were too short to be timed.</source>
        <comment>holds</comment>
        <translation>
            <numerusform>At least %Ln more was too short to be timed.</numerusform>
            <numerusform>At least %Ln more were too short to be timed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CopyRows</name>
    <message numerus="yes">
        <source>Copying %Ln row(s)…</source>
        <translation>
            <numerusform>Copying %Ln row…</numerusform>
            <numerusform>Copying %Ln rows…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message numerus="yes">
        <source> (%Ln times)</source>
        <comment>an error</comment>
        <translation>
            <numerusform> (%Ln times)</numerusform>
            <numerusform> (%Ln times)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>out of reach since %1, %Ln known lock(s): %2</source>
        <comment>a master of a cluster</comment>
        <translation>
            <numerusform>out of reach since %1, %Ln known lock: %2</numerusform>
            <numerusform>out of reach since %1, %Ln known locks: %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EncryptionWords</name>
    <message numerus="yes">
        <source>our certificate ends in %Ln day(s)</source>
        <translation>
            <numerusform>our certificate ends in %Ln day</numerusform>
            <numerusform>our certificate ends in %Ln days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the server&apos;s certificate ends in %Ln day(s)</source>
        <translation>
            <numerusform>the server&apos;s certificate ends in %Ln day</numerusform>
            <numerusform>the server&apos;s certificate ends in %Ln days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message numerus="yes">
        <source>%1 is dead at place %n of the queue; once it is first, it costs about %2.</source>
        <translation>
            <numerusform>%1 is dead at place %n of the queue; once it is first, it costs about %2.</numerusform>
            <numerusform>%1 is dead at place %n of the queue; once it is first, it costs about %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 at place %n has no deadline: if it is dead, it blocks the lock once it is first.</source>
        <translation>
            <numerusform>%1 at place %n has no deadline: if it is dead, it blocks the lock once it is first.</numerusform>
            <numerusform>%1 at place %n has no deadline: if it is dead, it blocks the lock once it is first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds it, yet %Ln waiter(s) do not take it.</source>
        <translation>
            <numerusform>Nobody holds it, yet %Ln waiter does not take it.</numerusform>
            <numerusform>Nobody holds it, yet %Ln waiters do not take it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds it; %Ln dead queue entries are left.</source>
        <translation>
            <numerusform>Nobody holds it; %Ln dead queue entry is left.</numerusform>
            <numerusform>Nobody holds it; %Ln dead queue entries are left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 may have missed %n heartbeat(s), due every %2; the lock is lost in %3.</source>
        <translation>
            <numerusform>%1 may have missed %n heartbeat, due every %2; the lock is lost in %3.</numerusform>
            <numerusform>%1 may have missed %n heartbeats, due every %2; the lock is lost in %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 missed %n heartbeat(s), due every %2; the lock is lost in %3.</source>
        <translation>
            <numerusform>%1 missed %n heartbeat, due every %2; the lock is lost in %3.</numerusform>
            <numerusform>%1 missed %n heartbeats, due every %2; the lock is lost in %3.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Possible deadlock: %1 holds it and may wait for %2. If so, %n lock(s) form a ring of waits, and nobody gets on.</source>
        <translation>
            <numerusform>Possible deadlock: %1 holds it and may wait for %2. If so, %n lock forms a ring of waits, and nobody gets on.</numerusform>
            <numerusform>Possible deadlock: %1 holds it and may wait for %2. If so, %n locks form a ring of waits, and nobody gets on.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deadlock: %1 holds it and waits for %2. %n lock(s) form a ring of waits, and nobody gets on.</source>
        <translation>
            <numerusform>Deadlock: %1 holds it and waits for %2. %n lock forms a ring of waits, and nobody gets on.</numerusform>
            <numerusform>Deadlock: %1 holds it and waits for %2. %n locks form a ring of waits, and nobody gets on.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>There are %Ln more such entries in what was read of it.</source>
        <translation>
            <numerusform>There is %Ln more such entry in what was read of it.</numerusform>
            <numerusform>There are %Ln more such entries in what was read of it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %Ln waiter(s).</source>
        <translation>
            <numerusform>It has %Ln waiter.</numerusform>
            <numerusform>It has %Ln waiters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It has %Ln waiter(s) at once.</source>
        <translation>
            <numerusform>It has %Ln waiter at once.</numerusform>
            <numerusform>It has %Ln waiters at once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds it, but nobody has told the %Ln client(s) that wait for it.</source>
        <translation>
            <numerusform>Nobody holds it, but nobody has told the client that waits for it.</numerusform>
            <numerusform>Nobody holds it, but nobody has told the %Ln clients that wait for it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds it, yet %Ln client(s) wait for it: perhaps nobody has told them.</source>
        <translation>
            <numerusform>Nobody holds it, yet %Ln client waits for it: perhaps nobody has told it.</numerusform>
            <numerusform>Nobody holds it, yet %Ln clients wait for it: perhaps nobody has told them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is dead at place %n of the queue.</source>
        <translation>
            <numerusform>%1 is dead at place %n of the queue.</numerusform>
            <numerusform>%1 is dead at place %n of the queue.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HoldFacts</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>names of locks</comment>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln other(s)</source>
        <comment>holders of a lock</comment>
        <translation>
            <numerusform>%1 and %Ln other</numerusform>
            <numerusform>%1 and %Ln others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln in its queue were not read, and may live.</source>
        <comment>clients in a long queue</comment>
        <translation>
            <numerusform>%Ln in its queue was not read, and may live.</numerusform>
            <numerusform>%Ln in its queue were not read, and may live.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s).</source>
        <comment>how many wait in a queue</comment>
        <translation>
            <numerusform>%Ln waiter.</numerusform>
            <numerusform>%Ln waiters.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) wait.</source>
        <translation>
            <numerusform>%Ln client waits.</numerusform>
            <numerusform>%Ln clients wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them were not read, and may be dead.</source>
        <comment>clients in a long queue</comment>
        <translation>
            <numerusform>%Ln of them was not read, and may be dead.</numerusform>
            <numerusform>%Ln of them were not read, and may be dead.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its client also holds %Ln lock(s): %1.</source>
        <translation>
            <numerusform>Its client also holds %Ln lock: %1.</numerusform>
            <numerusform>Its client also holds %Ln locks: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It stands in the queue of %Ln other lock(s): %1.</source>
        <comment>the client of a holder</comment>
        <translation>
            <numerusform>It stands in the queue of %Ln other lock: %1.</numerusform>
            <numerusform>It stands in the queues of %Ln other locks: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead waiter(s) will be removed from its queue.</source>
        <translation>
            <numerusform>%Ln dead waiter will be removed from its queue.</numerusform>
            <numerusform>%Ln dead waiters will be removed from its queue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Past their own deadlines: %Ln reader(s), dead, paused, or still at work after the end of a fixed lease.</source>
        <translation>
            <numerusform>Past their own deadlines: %Ln reader, dead, paused, or still at work after the end of a fixed lease.</numerusform>
            <numerusform>Past their own deadlines: %Ln readers, dead, paused, or still at work after the end of a fixed lease.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Options</name>
    <message numerus="yes">
        <source>%n profile(s) are called “%1”. Give them different names first.</source>
        <translation>
            <numerusform>%n profile is called “%1”. Give it another name first.</numerusform>
            <numerusform>%n profiles are called “%1”. Give them different names first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RedissonNotes</name>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>names of settings</comment>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Sentences</name>
    <message numerus="yes">
        <source>%Ln client process(es)</source>
        <comment>waiting for a lock</comment>
        <translation>
            <numerusform>%Ln client process</numerusform>
            <numerusform>%Ln client processes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es) listen for the release of this one; any of them may be next.</source>
        <translation>
            <numerusform>%Ln client process listens for the release of this one; it may be next.</numerusform>
            <numerusform>%Ln client processes listen for the release of this one; any of them may be next.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es) wait until it is counted down.</source>
        <translation>
            <numerusform>%Ln client process waits until it is counted down.</numerusform>
            <numerusform>%Ln client processes wait until it is counted down.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es) wait for a permit.</source>
        <translation>
            <numerusform>%Ln client process waits for a permit.</numerusform>
            <numerusform>%Ln client processes wait for a permit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s)</source>
        <comment>of a queue</comment>
        <translation>
            <numerusform>%Ln waiter</numerusform>
            <numerusform>%Ln waiters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, and %Ln dead in the queue</source>
        <comment>%1: who waits</comment>
        <translation>
            <numerusform>%1, and %Ln dead in the queue</numerusform>
            <numerusform>%1, and %Ln dead in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Free for at least %1, yet %Ln waiter(s) do not take it.</source>
        <translation>
            <numerusform>Free for at least %1, yet %Ln waiter does not take it.</numerusform>
            <numerusform>Free for at least %1, yet %Ln waiters do not take it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Its client lost %Ln lock(s), the newest %1, %2 ago: nobody renewed them any more.</source>
        <comment>%1: name of a lock; %2: duration</comment>
        <translation>
            <numerusform>Its client lost %Ln lock, %1, %2 ago: nobody renewed it any more.</numerusform>
            <numerusform>Its client lost %Ln locks, the newest %1, %2 ago: nobody renewed them any more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nobody holds a latch. It has to be counted down %Ln time(s) more.</source>
        <translation>
            <numerusform>Nobody holds a latch. It has to be counted down %Ln time more.</numerusform>
            <numerusform>Nobody holds a latch. It has to be counted down %Ln times more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln permit(s) are free.</source>
        <translation>
            <numerusform>%Ln permit is free.</numerusform>
            <numerusform>%Ln permits are free.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %Ln more past their lease go to whoever comes</source>
        <comment>%1: free permits</comment>
        <translation>
            <numerusform>%1; %Ln more past its lease goes to whoever comes</numerusform>
            <numerusform>%1; %Ln more past their lease go to whoever comes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Free for at least %1, but nobody has told the %Ln client(s) that wait for it.</source>
        <translation>
            <numerusform>Free for at least %1, but nobody has told the client that waits for it.</numerusform>
            <numerusform>Free for at least %1, but nobody has told the %Ln clients that wait for it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Free for at least %1, yet %Ln client(s) wait for it: perhaps nobody has told them.</source>
        <translation>
            <numerusform>Free for at least %1, yet %Ln client waits for it: perhaps nobody has told it.</numerusform>
            <numerusform>Free for at least %1, yet %Ln clients wait for it: perhaps nobody has told them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message numerus="yes">
        <source>and %Ln more client(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>and %Ln more client</numerusform>
            <numerusform>and %Ln more clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TraceText</name>
    <message numerus="yes">
        <source>… and %Ln more</source>
        <comment>words of a command</comment>
        <translation>
            <numerusform>… and %Ln more</numerusform>
            <numerusform>… and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WaitWords</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>clients that wait for a lock</comment>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more not drawn</source>
        <comment>holders and waiters of a lock</comment>
        <translation>
            <numerusform>%Ln more not drawn</numerusform>
            <numerusform>%Ln more not drawn</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln unknown</source>
        <comment>of the clients that wait for a lock</comment>
        <translation>
            <numerusform>%Ln unknown</numerusform>
            <numerusform>%Ln unknown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <comment>parts of a deadlock</comment>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%Ln lock(s) kept</source>
        <comment>after a failover</comment>
        <translation>
            <numerusform>%Ln lock kept</numerusform>
            <numerusform>%Ln locks kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lost</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln lost</numerusform>
            <numerusform>%Ln lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed holder</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln changed holder</numerusform>
            <numerusform>%Ln changed holder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln expired meanwhile</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln expired meanwhile</numerusform>
            <numerusform>%Ln expired meanwhile</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln without the last renewal</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln without the last renewal</numerusform>
            <numerusform>%Ln without the last renewal</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not read yet</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln not read yet</numerusform>
            <numerusform>%Ln not read yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, and ≥ %Ln more unseen</source>
        <comment>event; holds that were too short to be seen</comment>
        <translation>
            <numerusform>%1, and ≥ %Ln more unseen</numerusform>
            <numerusform>%1, and ≥ %Ln more unseen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ended while nobody watched</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln ended while nobody watched</numerusform>
            <numerusform>%Ln ended while nobody watched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lost or given back</source>
        <comment>locks, after a failover</comment>
        <translation>
            <numerusform>%Ln lost or given back</numerusform>
            <numerusform>%Ln lost or given back</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AlertNotifier</name>
    <message numerus="yes">
        <source>And %Ln more alert(s).</source>
        <translation>
            <numerusform>And %Ln more alert.</numerusform>
            <numerusform>And %Ln more alerts.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AlertsPanel</name>
    <message numerus="yes">
        <source>%Ln active alert(s)</source>
        <translation>
            <numerusform>%Ln active alert</numerusform>
            <numerusform>%Ln active alerts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All is quiet: none of %Ln rule(s) is true of any lock.</source>
        <translation>
            <numerusform>All is quiet: the one rule is true of no lock.</numerusform>
            <numerusform>All is quiet: none of %Ln rules is true of any lock.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln alert(s) exported</source>
        <translation>
            <numerusform>%Ln alert exported</numerusform>
            <numerusform>%Ln alerts exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shown</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>%Ln shown</numerusform>
            <numerusform>%Ln shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln mute(s)</source>
        <translation>
            <numerusform>%Ln mute</numerusform>
            <numerusform>%Ln mutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::AuditPanel</name>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln action</numerusform>
            <numerusform>%Ln actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln action(s)</source>
        <translation>
            <numerusform>%1 of %Ln action</numerusform>
            <numerusform>%1 of %Ln actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln action(s) exported</source>
        <translation>
            <numerusform>%Ln action exported</numerusform>
            <numerusform>%Ln actions exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>So far, the newest %Ln action(s) were read.</source>
        <translation>
            <numerusform>So far, the newest %Ln action was read.</numerusform>
            <numerusform>So far, the newest %Ln actions were read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln damaged line(s) of the log left out</source>
        <translation>
            <numerusform>%Ln damaged line of the log left out</numerusform>
            <numerusform>%Ln damaged lines of the log left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of %1 cannot be read, and there are no others.</source>
        <comment>%1: a file</comment>
        <translation>
            <numerusform>%Ln line of %1 cannot be read, and there are no others.</numerusform>
            <numerusform>%Ln lines of %1 cannot be read, and there are no others.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::BottomPanels</name>
    <message numerus="yes">
        <source>%Ln deadlock(s)</source>
        <comment>in the title of a tab</comment>
        <translation>
            <numerusform>%Ln deadlock</numerusform>
            <numerusform>%Ln deadlocks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsModel</name>
    <message numerus="yes">
        <source>%Ln connection(s) known</source>
        <translation>
            <numerusform>%Ln connection known</numerusform>
            <numerusform>%Ln connections known</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ClientsPanel</name>
    <message numerus="yes">
        <source>Wait-for graph (%Ln deadlock(s))</source>
        <translation>
            <numerusform>Wait-for graph (%Ln deadlock)</numerusform>
            <numerusform>Wait-for graph (%Ln deadlocks)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wait-for graph (%Ln possible deadlock(s))</source>
        <translation>
            <numerusform>Wait-for graph (%Ln possible deadlock)</numerusform>
            <numerusform>Wait-for graph (%Ln possible deadlocks)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s)</source>
        <translation>
            <numerusform>%Ln client</numerusform>
            <numerusform>%Ln clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln client(s)</source>
        <translation>
            <numerusform>%1 of %Ln client</numerusform>
            <numerusform>%1 of %Ln clients</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s) exported</source>
        <translation>
            <numerusform>%Ln client exported</numerusform>
            <numerusform>%Ln clients exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln client(s)</source>
        <translation>
            <numerusform>at least %Ln client</numerusform>
            <numerusform>at least %Ln clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ConnectionBanner</name>
    <message numerus="yes">
        <source>%1 with %Ln known lock(s)</source>
        <comment>address of a server</comment>
        <translation>
            <numerusform>%1 with %Ln known lock</numerusform>
            <numerusform>%1 with %Ln known locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Connections</name>
    <message numerus="yes">
        <source>%Ln profile(s) exported to %1</source>
        <comment>%1: file</comment>
        <translation>
            <numerusform>%Ln profile exported to %1</numerusform>
            <numerusform>%Ln profiles exported to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ContentionPanel</name>
    <message numerus="yes">
        <source>%Ln selected lock(s)</source>
        <translation>
            <numerusform>%Ln selected lock</numerusform>
            <numerusform>%Ln selected locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EventsModel</name>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>events</comment>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EventsPanel</name>
    <message numerus="yes">
        <source>%Ln event(s) exported</source>
        <translation>
            <numerusform>%Ln event exported</numerusform>
            <numerusform>%Ln events exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Latest (%Ln new)</source>
        <translation>
            <numerusform>Latest (%Ln new)</numerusform>
            <numerusform>Latest (%Ln new)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln event(s)</source>
        <translation>
            <numerusform>%1 of %Ln event</numerusform>
            <numerusform>%1 of %Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forget %Ln event(s)? They cannot be brought back.</source>
        <translation>
            <numerusform>Forget %Ln event? It cannot be brought back.</numerusform>
            <numerusform>Forget %Ln events? They cannot be brought back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>routine complete since %1, %Ln older event(s) removed</source>
        <comment>events</comment>
        <translation>
            <numerusform>routine complete since %1, %Ln older event removed</numerusform>
            <numerusform>routine complete since %1, %Ln older events removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>problems and alerts complete since %1, %Ln older one(s) removed</source>
        <comment>events</comment>
        <translation>
            <numerusform>problems and alerts complete since %1, %Ln older one removed</numerusform>
            <numerusform>problems and alerts complete since %1, %Ln older ones removed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ExportButton</name>
    <message numerus="yes">
        <source>Writing %Ln row(s) to %1…</source>
        <comment>%1: file</comment>
        <translation>
            <numerusform>Writing %Ln row to %1…</numerusform>
            <numerusform>Writing %Ln rows to %1…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FailoverBar</name>
    <message numerus="yes">
        <source>There was (were) %Ln more before.</source>
        <comment>times that another server took over</comment>
        <translation>
            <numerusform>There was %Ln more before.</numerusform>
            <numerusform>There were %Ln more before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&amp;List %Ln lock(s)</source>
        <comment>button: lost in a failover, or with another holder</comment>
        <translation>
            <numerusform>&amp;List %Ln lock</numerusform>
            <numerusform>&amp;List %Ln locks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingDetail</name>
    <message numerus="yes">
        <source>%n finding(s) are selected.</source>
        <translation>
            <numerusform>%n finding is selected.</numerusform>
            <numerusform>%n findings are selected.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The queues of %n lock(s) can be repaired together.</source>
        <translation>
            <numerusform>The queue of %n lock can be repaired.</numerusform>
            <numerusform>The queues of %n locks can be repaired together.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::FindingsPanel</name>
    <message numerus="yes">
        <source>%Ln finding(s) exported</source>
        <translation>
            <numerusform>%Ln finding exported</numerusform>
            <numerusform>%Ln findings exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more not listed</source>
        <comment>findings</comment>
        <translation>
            <numerusform>%Ln more not listed</numerusform>
            <numerusform>%Ln more not listed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Repair %n queue(s)…</source>
        <translation>
            <numerusform>Repair %n queue…</numerusform>
            <numerusform>Repair %n queues…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No finding that is listed fits the filter; %Ln more are not listed.</source>
        <translation>
            <numerusform>No finding that is listed fits the filter; %Ln more is not listed.</numerusform>
            <numerusform>No finding that is listed fits the filter; %Ln more are not listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ForceReleaseDialog</name>
    <message numerus="yes">
        <source>%Ln dead waiter(s) were removed from its queue; to take it back does not bring them back.</source>
        <translation>
            <numerusform>%Ln dead waiter was removed from its queue; to take it back does not bring the waiter back.</numerusform>
            <numerusform>%Ln dead waiters were removed from its queue; to take it back does not bring them back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::HeartbeatStrip</name>
    <message numerus="yes">
        <source>%Ln heartbeat(s) missed, due every %1. The lock is lost in %2.</source>
        <translation>
            <numerusform>%Ln heartbeat missed, due every %1. The lock is lost in %2.</numerusform>
            <numerusform>%Ln heartbeats missed, due every %1. The lock is lost in %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed %Ln time(s), every %1.</source>
        <translation>
            <numerusform>Renewed once.</numerusform>
            <numerusform>Renewed %Ln times, every %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed %Ln time(s).</source>
        <translation>
            <numerusform>Renewed %Ln time.</numerusform>
            <numerusform>Renewed %Ln times.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed at least %Ln time(s).</source>
        <translation>
            <numerusform>Renewed at least %Ln time.</numerusform>
            <numerusform>Renewed at least %Ln times.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed at least %Ln time(s), every %1.</source>
        <translation>
            <numerusform>Renewed at least %Ln time, every %1.</numerusform>
            <numerusform>Renewed at least %Ln times, every %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ImportDialog</name>
    <message numerus="yes">
        <source>%Ln entry(ies) of the file cannot be understood and are left out.</source>
        <translation>
            <numerusform>%Ln entry of the file cannot be understood and is left out.</numerusform>
            <numerusform>%Ln entries of the file cannot be understood and are left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Import %Ln profile(s)</source>
        <translation>
            <numerusform>Import %Ln profile</numerusform>
            <numerusform>Import %Ln profiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LeaveDialog</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>names of locks</comment>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockHeader</name>
    <message numerus="yes">
        <source>What can be done to the %Ln selected lock(s)</source>
        <translation>
            <numerusform>What can be done to the %Ln selected lock</numerusform>
            <numerusform>What can be done to the %Ln selected locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) are selected. Only one is shown here.</source>
        <translation>
            <numerusform>%Ln lock is selected. Only one is shown here.</numerusform>
            <numerusform>%Ln locks are selected. Only one is shown here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LockTableModel</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <comment>holders</comment>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at most %Ln waited</source>
        <comment>clients, or places in a queue, in the last minute</comment>
        <translation>
            <numerusform>at most %Ln waited</numerusform>
            <numerusform>at most %Ln waited</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s)</source>
        <comment>in a group</comment>
        <translation>
            <numerusform>%Ln lock</numerusform>
            <numerusform>%Ln locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln held</source>
        <comment>locks in a group</comment>
        <translation>
            <numerusform>%Ln held</numerusform>
            <numerusform>%Ln held</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln contended</source>
        <comment>locks in a group</comment>
        <translation>
            <numerusform>%Ln contended</numerusform>
            <numerusform>%Ln contended</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln stuck</source>
        <comment>locks in a group</comment>
        <translation>
            <numerusform>%Ln stuck</numerusform>
            <numerusform>%Ln stuck</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>clients, or places in queues, of a group</comment>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 waiting, %Ln dead in the queue</source>
        <comment>%1: a number of waiters</comment>
        <translation>
            <numerusform>%1 waiting, %Ln dead in the queue</numerusform>
            <numerusform>%1 waiting, %Ln dead in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead in queues</source>
        <comment>waiters of a group</comment>
        <translation>
            <numerusform>%Ln dead in queues</numerusform>
            <numerusform>%Ln dead in queues</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::LostHoldsBar</name>
    <message numerus="yes">
        <source>%Ln more was (were) lost before.</source>
        <comment>locks of ours</comment>
        <translation>
            <numerusform>%Ln more was lost before.</numerusform>
            <numerusform>%Ln more were lost before.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MultiHoldDialog</name>
    <message numerus="yes">
        <source>Releases %Ln lock(s), one after the other.</source>
        <translation>
            <numerusform>Releases %Ln lock, one after the other.</numerusform>
            <numerusform>Releases %Ln locks, one after the other.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lets %Ln lock(s) expire.</source>
        <translation>
            <numerusform>Lets %Ln lock expire.</numerusform>
            <numerusform>Lets %Ln locks expire.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Extends the leases of %Ln lock(s).</source>
        <translation>
            <numerusform>Extends the lease of %Ln lock.</numerusform>
            <numerusform>Extends the leases of %Ln locks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Force-release %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>Force-release %Ln</numerusform>
            <numerusform>Force-release %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Force-expire %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>Force-expire %Ln</numerusform>
            <numerusform>Force-expire %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Extend %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>Extend %Ln</numerusform>
            <numerusform>Extend %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MultiLockDialog</name>
    <message numerus="yes">
        <source>%Ln lock(s) were renewed since they were read, or released and taken anew by the same owner. Nothing was done to them. Confirm again to act on them as they are now.</source>
        <translation>
            <numerusform>%Ln lock was renewed since it was read, or released and taken anew by the same owner. Nothing was done to it. Confirm again to act on it as it is now.</numerusform>
            <numerusform>%Ln locks were renewed since they were read, or released and taken anew by the same owner. Nothing was done to them. Confirm again to act on them as they are now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) could not be acted on; the list says why. Nothing was done to them. Confirm again to try once more.</source>
        <translation>
            <numerusform>%Ln lock could not be acted on; the list says why. Nothing was done to it. Confirm again to try once more.</numerusform>
            <numerusform>%Ln locks could not be acted on; the list says why. Nothing was done to them. Confirm again to try once more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %Ln lock(s) it is not known whether it has happened: look at them before you repeat it.</source>
        <translation>
            <numerusform>Of %Ln lock it is not known whether it has happened: look at it before you repeat it.</numerusform>
            <numerusform>Of %Ln locks it is not known whether it has happened: look at them before you repeat it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MultiRepairDialog</name>
    <message numerus="yes">
        <source>Repairs %Ln queue(s), one after the other.</source>
        <translation>
            <numerusform>Repairs %Ln queue.</numerusform>
            <numerusform>Repairs %Ln queues, one after the other.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Repair %Ln</source>
        <comment>button; %Ln: number of queues</comment>
        <translation>
            <numerusform>Repair %Ln</numerusform>
            <numerusform>Repair %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In %Ln queue(s) somebody came or went in that moment. Nothing was done to them. Confirm again to repair them as they are now.</source>
        <translation>
            <numerusform>In %Ln queue somebody came or went in that moment. Nothing was done to it. Confirm again to repair it as it is now.</numerusform>
            <numerusform>In %Ln queues somebody came or went in that moment. Nothing was done to them. Confirm again to repair them as they are now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::MultiWakeDialog</name>
    <message numerus="yes">
        <source>Tells who waits for %Ln lock(s) to look again.</source>
        <translation>
            <numerusform>Tells who waits for %Ln lock to look again.</numerusform>
            <numerusform>Tells who waits for %Ln locks to look again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Wake %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>Wake %Ln</numerusform>
            <numerusform>Wake %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>done: %Ln client(s) were told</source>
        <translation>
            <numerusform>done: %Ln client was told</numerusform>
            <numerusform>done: %Ln clients were told</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::OwnHoldsPanel</name>
    <message numerus="yes">
        <source>%Ln more did not succeed either.</source>
        <comment>releases of locks</comment>
        <translation>
            <numerusform>%Ln more did not succeed either.</numerusform>
            <numerusform>%Ln more did not succeed either.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ProfileStore</name>
    <message numerus="yes">
        <source>%Ln profile(s) in %1 could not be understood; they are kept there.</source>
        <translation>
            <numerusform>%Ln profile in %1 could not be understood; it is kept there.</numerusform>
            <numerusform>%Ln profiles in %1 could not be understood; they are kept there.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReadWritePanel</name>
    <message numerus="yes">
        <source>%Ln client process(es) wait for it to leave: %1.</source>
        <comment>%1: how long</comment>
        <translation>
            <numerusform>%Ln client process waits for it to leave: %1.</numerusform>
            <numerusform>%Ln client processes wait for it to leave: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %Ln more</source>
        <comment>holders</comment>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client process(es) wait to write. The writer waits for: %1; %2.</source>
        <comment>%1: holders; %2: how long</comment>
        <translation>
            <numerusform>%Ln client process waits to write. The writer waits for: %1; %2.</numerusform>
            <numerusform>%Ln client processes wait to write. The writer waits for: %1; %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s); those below were read from the server.</source>
        <translation>
            <numerusform>%Ln reader; those below were read from the server.</numerusform>
            <numerusform>%Ln readers; those below were read from the server.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln reader(s); others may read too.</source>
        <translation>
            <numerusform>%Ln reader; others may read too.</numerusform>
            <numerusform>%Ln readers; others may read too.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::ReleaseOneDialog</name>
    <message numerus="yes">
        <source>%Ln other permit(s) stay taken. Whoever waits for one is told.</source>
        <translation>
            <numerusform>%Ln other permit stays taken. Whoever waits for one is told.</numerusform>
            <numerusform>%Ln other permits stay taken. Whoever waits for one is told.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other(s) go on reading: %1.</source>
        <comment>%1: readers</comment>
        <translation>
            <numerusform>%Ln other goes on reading: %1.</numerusform>
            <numerusform>%Ln others go on reading: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Right after that %Ln permit(s) were taken.</source>
        <translation>
            <numerusform>Right after that %Ln permit was taken.</numerusform>
            <numerusform>Right after that %Ln permits were taken.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::RepairQueueDialog</name>
    <message numerus="yes">
        <source>%Ln waiter(s) removed, too late</source>
        <translation>
            <numerusform>%Ln waiter removed, too late</numerusform>
            <numerusform>%Ln waiters removed, too late</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) removed, dead and without deadline</source>
        <translation>
            <numerusform>%Ln waiter removed, dead and without deadline</numerusform>
            <numerusform>%Ln waiters removed, dead and without deadline</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) left with one entry</source>
        <translation>
            <numerusform>%Ln waiter left with one entry</numerusform>
            <numerusform>%Ln waiters left with one entry each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln deadline(s) of nobody removed</source>
        <translation>
            <numerusform>%Ln deadline of nobody removed</numerusform>
            <numerusform>%Ln deadlines of nobody removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln living waiter(s) given a deadline</source>
        <translation>
            <numerusform>%Ln living waiter given a deadline</numerusform>
            <numerusform>%Ln living waiters given a deadline</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiter(s) removed, dead</source>
        <translation>
            <numerusform>%Ln waiter removed, dead</numerusform>
            <numerusform>%Ln waiters removed, dead</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the first %Ln of its waiters are looked at; repair it once more for those behind.</source>
        <translation>
            <numerusform>Only the first of its waiters is looked at; repair it once more for those behind.</numerusform>
            <numerusform>Only the first %Ln of its waiters are looked at; repair it once more for those behind.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing is wrong with the first %Ln of the queue; those behind are not looked at.</source>
        <translation>
            <numerusform>Nothing is wrong with the first %Ln of the queue; those behind are not looked at.</numerusform>
            <numerusform>Nothing is wrong with the first %Ln of the queue; those behind are not looked at.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <comment>waiters</comment>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::StatusStrip</name>
    <message numerus="yes">
        <source>shown</source>
        <comment>number of rows that the filter leaves</comment>
        <translation>
            <numerusform>shown</numerusform>
            <numerusform>shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>locks</source>
        <comment>after their number</comment>
        <translation>
            <numerusform>lock</numerusform>
            <numerusform>locks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln permission(s) missing</source>
        <translation>
            <numerusform>%Ln permission missing</numerusform>
            <numerusform>%Ln permissions missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least %Ln more lock(s) not kept</source>
        <comment>beyond the limit of the table</comment>
        <translation>
            <numerusform>at least %Ln more lock not kept</numerusform>
            <numerusform>at least %Ln more locks not kept</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>selected</source>
        <comment>after the number of locks</comment>
        <translation>
            <numerusform>selected</numerusform>
            <numerusform>selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) may not be read</source>
        <comment>by this user: the key patterns of its ACL leave them out</comment>
        <translation>
            <numerusform>%Ln key may not be read</numerusform>
            <numerusform>%Ln keys may not be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) could not be read</source>
        <comment>the server&apos;s answers make no sense or are too large</comment>
        <translation>
            <numerusform>%Ln key could not be read</numerusform>
            <numerusform>%Ln keys could not be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TablePlaceholder</name>
    <message numerus="yes">
        <source>%Ln lock(s) are known.</source>
        <translation>
            <numerusform>%Ln lock is known.</numerusform>
            <numerusform>%Ln locks are known.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No Redisson lock was found among the %Ln key(s) of database %1.</source>
        <comment>%1: the database&apos;s number</comment>
        <translation>
            <numerusform>No Redisson lock was found: the %Ln key of database %1 is none.</numerusform>
            <numerusform>No Redisson lock was found among the %Ln keys of database %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No Redisson lock was found among the %Ln key(s) of this cluster.</source>
        <translation>
            <numerusform>No Redisson lock was found: the %Ln key of this cluster is none.</numerusform>
            <numerusform>No Redisson lock was found among the %Ln keys of this cluster.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) may not be read by this user (key patterns of its ACL): whether there are locks among them is not known.</source>
        <translation>
            <numerusform>%Ln key may not be read by this user (key patterns of its ACL): whether it is a lock is not known.</numerusform>
            <numerusform>%Ln keys may not be read by this user (key patterns of its ACL): whether there are locks among them is not known.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln key(s) could not be read, because the server&apos;s answers make no sense or are too large: whether there are locks among them is not known.</source>
        <translation>
            <numerusform>%Ln key could not be read, because the server&apos;s answers make no sense or are too large: whether it is a lock is not known.</numerusform>
            <numerusform>%Ln keys could not be read, because the server&apos;s answers make no sense or are too large: whether there are locks among them is not known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TimeRangeBox</name>
    <message numerus="yes">
        <source>Last %Ln minute(s)</source>
        <translation>
            <numerusform>Last minute</numerusform>
            <numerusform>Last %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Last %Ln hour(s)</source>
        <translation>
            <numerusform>Last hour</numerusform>
            <numerusform>Last %Ln hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Last %Ln day(s)</source>
        <translation>
            <numerusform>Last day</numerusform>
            <numerusform>Last %Ln days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Timeline</name>
    <message numerus="yes">
        <source>Entered %n time(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>Entered once</numerusform>
            <numerusform>Entered %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed %n time(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>Renewed once</numerusform>
            <numerusform>Renewed %n times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed at least %Ln time(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>Renewed at least %Ln time</numerusform>
            <numerusform>Renewed at least %Ln times</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln client(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>%Ln client</numerusform>
            <numerusform>%Ln clients</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TraceModel</name>
    <message numerus="yes">
        <source>(%Ln inner command(s) not kept)</source>
        <translation>
            <numerusform>(%Ln inner command not kept)</numerusform>
            <numerusform>(%Ln inner commands not kept)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TraceStart</name>
    <message numerus="yes">
        <source>This server executes about %Ln command(s) a second now.</source>
        <translation>
            <numerusform>This server executes about %Ln command a second now.</numerusform>
            <numerusform>This server executes about %Ln commands a second now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TraceView</name>
    <message numerus="yes">
        <source>%Ln command(s)</source>
        <translation>
            <numerusform>%Ln command</numerusform>
            <numerusform>%Ln commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln command(s)</source>
        <translation>
            <numerusform>%1 of %Ln command</numerusform>
            <numerusform>%1 of %Ln commands</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln command(s) came too fast and are missing.</source>
        <translation>
            <numerusform>%Ln command came too fast and is missing.</numerusform>
            <numerusform>%Ln commands came too fast and are missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The connection broke %Ln time(s); what happened meanwhile is missing.</source>
        <translation>
            <numerusform>The connection broke once; what happened meanwhile is missing.</numerusform>
            <numerusform>The connection broke %Ln times; what happened meanwhile is missing.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only the newest are kept: %Ln older command(s) were removed.</source>
        <translation>
            <numerusform>Only the newest are kept: %Ln older command was removed.</numerusform>
            <numerusform>Only the newest are kept: %Ln older commands were removed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln command(s) exported</source>
        <translation>
            <numerusform>%Ln command exported</numerusform>
            <numerusform>%Ln commands exported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No command about locks yet. %Ln line(s) were read.</source>
        <translation>
            <numerusform>No command about locks yet. %Ln line was read.</numerusform>
            <numerusform>No command about locks yet. %Ln lines were read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s) of the server could not be read and are missing. Valkey 8.1.0 and 8.1.1 do not escape quotes in names and values.</source>
        <translation>
            <numerusform>%Ln line of the server could not be read and is missing. Valkey 8.1.0 and 8.1.1 do not escape quotes in names and values.</numerusform>
            <numerusform>%Ln lines of the server could not be read and are missing. Valkey 8.1.0 and 8.1.1 do not escape quotes in names and values.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TtlChart</name>
    <message numerus="yes">
        <source>Renewed %Ln time(s) in the last two minutes.</source>
        <translation>
            <numerusform>Renewed once in the last two minutes.</numerusform>
            <numerusform>Renewed %Ln times in the last two minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Renewed %Ln time(s) in the %1 since it is shown.</source>
        <comment>a duration</comment>
        <translation>
            <numerusform>Renewed %Ln time in the %1 since it is shown.</numerusform>
            <numerusform>Renewed %Ln times in the %1 since it is shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::UndoBar</name>
    <message numerus="yes">
        <source>Putting %Ln lock(s) back…</source>
        <translation>
            <numerusform>Putting %Ln lock back…</numerusform>
            <numerusform>Putting %Ln locks back…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Undo &amp;all %Ln</source>
        <comment>button; %Ln: number of locks</comment>
        <translation>
            <numerusform>Undo &amp;all %Ln</numerusform>
            <numerusform>Undo &amp;all %Ln</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lock(s) are back in Redis and end when they would have, read locks with the longest of their readers&apos; leases. Where a holder has noticed its loss and stopped, the lock stays taken until then, although nobody works under it.</source>
        <translation>
            <numerusform>%Ln lock is back in Redis and ends when it would have, a read lock with the longest of its readers&apos; leases. If its holder has noticed its loss and stopped, the lock stays taken until then, although nobody works under it.</numerusform>
            <numerusform>%Ln locks are back in Redis and end when they would have, read locks with the longest of their readers&apos; leases. Where a holder has noticed its loss and stopped, the lock stays taken until then, although nobody works under it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitGraphPage</name>
    <message numerus="yes">
        <source>%Ln deadlock(s)</source>
        <translation>
            <numerusform>%Ln deadlock</numerusform>
            <numerusform>%Ln deadlocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible deadlock(s)</source>
        <translation>
            <numerusform>%Ln possible deadlock</numerusform>
            <numerusform>%Ln possible deadlocks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln possible</source>
        <comment>deadlocks</comment>
        <translation>
            <numerusform>%Ln possible</numerusform>
            <numerusform>%Ln possible</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more lock(s) with waiters are not drawn.</source>
        <translation>
            <numerusform>%Ln more lock with waiters is not drawn.</numerusform>
            <numerusform>%Ln more locks with waiters are not drawn.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WaitersModel</name>
    <message numerus="yes">
        <source>%Ln hold(s) before it, %1 each (the median of %2)</source>
        <translation>
            <numerusform>%Ln hold before it, %1 (the median of %2)</numerusform>
            <numerusform>%Ln holds before it, %1 each (the median of %2)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln dead waiter(s) before it, which cost %1</source>
        <translation>
            <numerusform>%Ln dead waiter before it, which costs %1</numerusform>
            <numerusform>%Ln dead waiters before it, which cost %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::WakeNextDialog</name>
    <message numerus="yes">
        <source>Done: %Ln client(s) were told to look again.</source>
        <translation>
            <numerusform>Done: %Ln client was told to look again.</numerusform>
            <numerusform>Done: %Ln clients were told to look again.</numerusform>
        </translation>
    </message>
</context>
</TS>
