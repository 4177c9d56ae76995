export type { HandoffLinks, HandoffState } from '@hawser/core/handoff'
export { type HandoffPage, type HandoffPageOptions, useHandoff } from './handoffPage/useHandoff.ts'
