<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Sentences</name>
    <message numerus="yes">
        <source>%Ln in the queue</source>
        <comment>waiters</comment>
        <translation>
            <numerusform>%Ln in the queue</numerusform>
            <numerusform>%Ln in the queue</numerusform>
        </translation>
    </message>
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
</context>
<context>
    <name>lockscope::ui::DestructiveDialog</name>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <comment>holders of a lock</comment>
        <translation>
            <numerusform>%1 and %n other</numerusform>
            <numerusform>%1 and %n others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n client(s) wait.</source>
        <translation>
            <numerusform>%n client waits.</numerusform>
            <numerusform>%n clients wait.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::EventsModel</name>
    <message numerus="yes">
        <source>%n waiting</source>
        <comment>events</comment>
        <translation>
            <numerusform>%n waiting</numerusform>
            <numerusform>%n waiting</numerusform>
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
</context>
<context>
    <name>lockscope::ui::RepairQueueDialog</name>
    <message numerus="yes">
        <source>%n waiter(s) removed, nobody listens</source>
        <translation>
            <numerusform>%n waiter removed, nobody listens</numerusform>
            <numerusform>%n waiters removed, nobody listens</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) removed, too late</source>
        <translation>
            <numerusform>%n waiter removed, too late</numerusform>
            <numerusform>%n waiters removed, too late</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) removed, dead and without deadline</source>
        <translation>
            <numerusform>%n waiter removed, dead and without deadline</numerusform>
            <numerusform>%n waiters removed, dead and without deadline</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n waiter(s) left with one entry</source>
        <translation>
            <numerusform>%n waiter left with one entry</numerusform>
            <numerusform>%n waiters left with one entry each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deadline(s) of nobody removed</source>
        <translation>
            <numerusform>%n deadline of nobody removed</numerusform>
            <numerusform>%n deadlines of nobody removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n living waiter(s) given a deadline</source>
        <translation>
            <numerusform>%n living waiter given a deadline</numerusform>
            <numerusform>%n living waiters given a deadline</numerusform>
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
        <source>clients waiting</source>
        <comment>after their number</comment>
        <translation>
            <numerusform>client waiting</numerusform>
            <numerusform>clients waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n permission(s) missing</source>
        <translation>
            <numerusform>%n permission missing</numerusform>
            <numerusform>%n permissions missing</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more lock(s) not shown</source>
        <comment>beyond the limit of the table</comment>
        <translation>
            <numerusform>%Ln more lock not shown</numerusform>
            <numerusform>%Ln more locks not shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::TablePlaceholder</name>
    <message numerus="yes">
        <source>%n lock(s) are known.</source>
        <translation>
            <numerusform>%n lock is known.</numerusform>
            <numerusform>%n locks are known.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockscope::ui::Timeline</name>
    <message numerus="yes">
        <source>%n client(s)</source>
        <comment>timeline</comment>
        <translation>
            <numerusform>%n client</numerusform>
            <numerusform>%n clients</numerusform>
        </translation>
    </message>
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
</context>
</TS>
