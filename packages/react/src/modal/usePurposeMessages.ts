import type { LinkerState } from '@hawser/core'
import { useEffect, useState } from 'react'
import type { PurposeMessages } from '../messages/loadPurposeMessages.ts'
import type { Messages } from '../messages/modal/en.ts'

/** The texts that are others for what the modal is open for, once they are fetched. A link needs them when it fails only. */
export function usePurposeMessages(
  { purpose: { kind }, flow: { status } }: LinkerState,
  { language = 'en', purposes }: Partial<Messages>,
): Partial<Messages> | undefined {
  const [messages, setMessages] = useState<PurposeMessages>()
  const isWanted = kind !== 'link' || status === 'failed'
  useEffect(() => {
    if (!isWanted) return
    import('../messages/loadPurposeMessages.ts')
      .then(({ loadPurposeMessages }) => loadPurposeMessages(language, purposes))
      .then(setMessages, () => {})
  }, [isWanted, language, purposes])
  return messages?.[kind]
}
