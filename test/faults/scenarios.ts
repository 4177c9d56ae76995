/** A fault tested against the relay: the event, the promise, and the test. */
export type Scenario = {
  readonly id: string
  readonly fault: string
  readonly holds: string
  readonly file: string
}

const [killNode, redis, wire] = ['killNode', 'redis', 'wire'].map((name) => `test/faults/${name}.test.ts`)

/** All scenarios, in the order of the report. */
export const scenarios: readonly Scenario[] = [
  {
    id: 'F-L21',
    fault:
      'links of sign-client 2.11.3, 2.17.3 and 2.21.8 with our client, 100 a pair (quick: 3). Resets cut the sockets of both sides at random bytes (quick: of 2.17.3 and 2.21.8 only ours)',
    holds:
      'without faults all settle. Under 25 cuts a pair or more, 99 of 100 of all settle. Of no pair more than 1 of 100 is lost while the official client still connects. On our side the others end in a code',
    file: 'test/interop/matrix.test.ts',
  },
  {
    id: 'F-R1',
    fault: '`kill -9` of a node, again and again, 200 msg/s on 100 topics, 2 nodes, Redis with AOF every second',
    holds:
      'nothing acked lost, nothing twice to an application; clients back ≤ 3 s (p95); p99 on the other node < 250 ms',
    file: killNode ?? '',
  },
  {
    id: 'F-R1 mosquitto',
    fault: 'for comparison: `kill -9` of mosquitto (QoS 1, persistence on every change) by the same script',
    holds: 'nothing is asked of it',
    file: 'test/faults/baseline.test.ts',
  },
  {
    id: 'F-R2',
    fault: '`kill -9` of a single node on SQLite, again and again, under load',
    holds: 'nothing acked lost, the file is whole each time',
    file: 'test/faults/sqlite.test.ts',
  },
  {
    id: 'F-R3',
    fault: 'SIGTERM, one node after the other',
    holds: 'no publish fails for a client that retries; drained ≤ 10 s',
    file: 'test/faults/drain.test.ts',
  },
  {
    id: 'F-R4',
    fault: 'a node is paused (SIGSTOP) for 5, 20 and 60 s; quick: 2 s',
    holds: 'nothing acked lost; clients move over ≤ 35 s',
    file: killNode ?? '',
  },
  {
    id: 'F-R5',
    fault: '`kill -9` of Redis, again and again, 200 msg/s, AOF synced always',
    holds: 'publishes refused and `/readyz` 503 ≤ 2 s, `/healthz` 200; nothing acked lost; full rate ≤ 5 s after',
    file: redis ?? '',
  },
  {
    id: 'F-R5 everysec',
    fault: 'the same, AOF synced every second',
    holds: 'the same, but that what was acked in the 2 s before a kill may be lost',
    file: redis ?? '',
  },
  {
    id: 'F-R6',
    fault: 'Redis hangs 30 s, is 500 ms away, full, a read-only replica, has another password',
    holds:
      'refusals and no loss, but that a full Redis drops what one of two subscribers took; `/healthz` p99 < 100 ms; works again without a restart',
    file: redis ?? '',
  },
  {
    id: 'F-R7',
    fault: 'Redis without AOF, or one that evicts',
    holds: 'the relay does not start and names the setting; `--i-accept-loss` starts it',
    file: redis ?? '',
  },
  {
    id: 'F-R8',
    fault: 'one node is cut off from Redis for 60 s: the bytes between them are dropped',
    holds: 'its clients get an error ≤ 10 s and go on with the other node; nothing acked lost',
    file: redis ?? '',
  },
  {
    id: 'F-R9',
    fault: '`kill -9` between any two system calls of a write to SQLite',
    holds: 'opens every time, what was acked is there',
    file: 'test/faults/sqlite.test.ts',
  },
  {
    id: 'F-R10',
    fault: 'disk full',
    holds: 'publishes refused, the rest goes on; works again without a restart',
    file: 'test/faults/sqlite.test.ts',
  },
  {
    id: 'F-R11',
    fault: 'fsync fails',
    holds: 'what was written is not acked',
    file: 'test/faults/sqlite.test.ts',
  },
  {
    id: 'F-R12',
    fault: 'fsync 50 ms slower',
    holds: '≥ 200 msg/s, p99 < 500 ms',
    file: 'test/faults/sqlite.test.ts',
  },
  {
    id: 'F-R13',
    fault: 'the same message published 1 to 60 times at once over both nodes',
    holds: 'one message; every publish answered `true`',
    file: wire ?? '',
  },
  {
    id: 'F-R14',
    fault: 'the connection is reset after a delivery, before its ack',
    holds: 'it comes again; the application sees one',
    file: wire ?? '',
  },
  {
    id: 'F-R15',
    fault: 'published before anybody subscribed; subscribed on the other node',
    holds: 'all delivered; p99 ≤ 200 ms',
    file: wire ?? '',
  },
  {
    id: 'F-R16',
    fault: 'publish and subscribe within ±5 ms of each other, on two nodes, all four ways',
    holds: 'none missed',
    file: wire ?? '',
  },
  {
    id: 'F-R17',
    fault: '`kill -9` of a node in the midst of `wc_approveSession`',
    holds: 'both messages kept or neither; asked again, the other node keeps both',
    file: 'test/faults/approve.test.ts',
  },
  {
    id: 'F-R17 cluster',
    fault: 'the same on a Redis Cluster of three, which stores the settlement, then the response',
    holds: 'no response without its settlement; asked again, the other node keeps both',
    file: 'test/faults/approve.test.ts',
  },
  {
    id: 'F-R18',
    fault: 'a herd (2,000; quick: 200) loses its node and comes to the other at once',
    holds: 'all back ≤ 15 s; p99 of the others < 1 s; memory < 80 % of its limit',
    file: 'test/faults/herd.test.ts',
  },
  {
    id: 'F-R19',
    fault: 'the relay’s clock jumps by ±5 min and ±1 h in mid-run',
    holds: '±5 min: nobody notices; a JWT out of its times is refused with the clock as reason; nothing expires early',
    file: 'test/faults/clock.test.ts',
  },
  {
    id: 'F-R20',
    fault: 'two nodes whose clocks are 5 min apart',
    holds: 'one order and one TTL, those of the store',
    file: 'test/faults/clock.test.ts',
  },
  {
    id: 'F-R21',
    fault: 'a flood for 60 s to a relay of 128 MB of heap',
    holds: 'it refuses and lives',
    file: 'test/faults/resources.test.ts',
  },
  {
    id: 'F-R22',
    fault: '256 file descriptors, 300 clients',
    holds: 'takes as many as it can, refuses the rest, is not busy with it, goes on',
    file: 'test/faults/resources.test.ts',
  },
  {
    id: 'F-R23',
    fault: '100 msg/s for 5 min (quick: 6 s), with 20 clients a second that come, subscribe and go',
    holds: 'nothing acked lost; in full, p99 stays where it was, and memory below 400 MB',
    file: 'test/faults/soak.test.ts',
  },
  {
    id: 'F-R24',
    fault: 'an earlier node and one of this version side by side on one Redis, 200 msg/s; then the earlier is replaced',
    holds: 'nothing acked lost; mailboxes of a later schema are refused',
    file: 'test/faults/upgrade.test.ts',
  },
  {
    id: 'F-R24 SQLite',
    fault: 'a SQLite file of an earlier format, its relay killed under 200 msg/s, opened by this version',
    holds: 'nothing acked lost; a file of a later format is refused',
    file: 'test/faults/upgrade.test.ts',
  },
]
