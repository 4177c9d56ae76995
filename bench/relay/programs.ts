/** The programs under measurement, and the load that measures them. */
export const programs = {
  relayServer: 'bench/relay/relayServer.ts',
  floor: 'bench/relay/floor.ts',
  fanout: 'bench/relay/fanout.ts',
  load: 'bench/relay/load.ts',
}
export type Programs = Readonly<Record<keyof typeof programs, string>>
