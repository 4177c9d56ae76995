/**
 * One round. `count` visitors each link a wallet by a handoff, and as many others link one in their own session. They go step
 * by step and as fast as the server answers. Every visitor is another user with another wallet.
 */
export type HandoffTask = { readonly port: number; readonly pid: number; readonly count: number; readonly from: number }

export const handoffSteps = ['start', 'hop', 'claim', 'challenge', 'proof', 'finish'] as const
export const linkSteps = ['challenge', 'proof'] as const
/** For each step: the time for all visitors together, and the server's processor time per visitor. */
type Figures<Step extends string> = Readonly<Record<Step, { readonly ms: number; readonly cpuMicros: number }>>
export type HandoffFigures = {
  readonly handoffs: Figures<(typeof handoffSteps)[number]>
  readonly links: Figures<(typeof linkSteps)[number]>
}
