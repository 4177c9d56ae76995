export {
  createHandoff,
  type Handoff,
  type HandoffLinks,
  type HandoffOptions,
  type HandoffState,
} from './handoff/createHandoff.ts'
export { detectPlatform, readPlatformSigns } from './platform/platform.ts'
