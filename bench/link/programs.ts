/** The programs under measurement, and the load that measures them. */
export const programs = {
  server: 'bench/link/server.ts',
  load: 'bench/link/load.ts',
  handoffs: 'bench/link/handoffs.ts',
  check: 'bench/link/check.ts',
  floor: 'bench/link/floor.ts',
  disk: 'bench/link/disk.ts',
}
export type Programs = Readonly<Record<keyof typeof programs, string>>
