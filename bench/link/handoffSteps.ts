/**
 * One round: so many visitors each link a wallet by a handoff, and as many others link one in their own session, step by step and as
 * fast as the server answers. Every visitor is another user with another wallet.
 */
export type HandoffTask = { readonly port: number; readonly pid: number; readonly count: number; readonly from: number }

export const handoffSteps = ['start', 'hop', 'claim', 'challenge', 'proof', 'finish'] as const
export const linkSteps = ['challenge', 'proof'] as const
/** Of each step: how long all visitors took together, and what one cost the server's processor. */
type Figures<Step extends string> = Readonly<Record<Step, { readonly ms: number; readonly cpuMicros: number }>>
export type HandoffFigures = {
  readonly handoffs: Figures<(typeof handoffSteps)[number]>
  readonly links: Figures<(typeof linkSteps)[number]>
}
