/** What is measured, and what measures it. */
export const programs = {
  relayServer: 'bench/relay/relayServer.ts',
  floor: 'bench/relay/floor.ts',
  fanout: 'bench/relay/fanout.ts',
  load: 'bench/relay/load.ts',
}
export type Programs = Readonly<Record<keyof typeof programs, string>>
