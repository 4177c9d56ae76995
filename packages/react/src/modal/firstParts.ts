import { formatTime } from '../messages/formatTime.ts'
import { CodePlate } from './code/CodePlate.tsx'
import { QrCode } from './code/QrCode.tsx'
import { firstAnnouncement } from './firstAnnouncement.ts'
import { firstProblemOf } from './frame/firstProblem.ts'
import { Icon } from './frame/Icon.tsx'
import { Unavailable } from './frame/Unavailable.tsx'
import { ViewFrame } from './frame/ViewFrame.tsx'

/**
 * Components of the first views that later chunks use too. They are one object on purpose. Bundlers make a separate file of
 * every module that only some chunks import, and all files of the first views are fetched before the code is
 * rendered.
 */
export const firstParts = {
  CodePlate,
  firstAnnouncement,
  firstProblemOf,
  formatTime,
  Icon,
  QrCode,
  Unavailable,
  ViewFrame,
} as const
