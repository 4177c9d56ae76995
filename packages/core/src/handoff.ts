export {
  createHandoff,
  type Handoff,
  type HandoffLinks,
  type HandoffOptions,
  type HandoffState,
} from './handoff/createHandoff.ts'
export { detectPlatform, readPlatformHints } from './platform/platform.ts'
