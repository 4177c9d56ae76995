import { useEffect, useState } from 'react'
import type { HandoffTexts } from '../../messages/handoff/en.ts'
import { loadHandoffMessages } from '../../messages/loadHandoffMessages.ts'
import type { FirstMessages } from '../../messages/modal/en.ts'

/** The texts of a handoff and of its failures. */
export type HandoffWords = {
  readonly texts: HandoffTexts
  /** The texts of other failures, by code. */
  readonly problems: Readonly<Record<string, string>>
}

/** The texts of a handoff, once they are loaded in the modal's language. */
export function useHandoffTexts({ language, handoff, purposes }: FirstMessages): HandoffWords | undefined {
  const [loaded, setLoaded] = useState<HandoffWords>()
  useEffect(() => {
    let isWanted = true
    const ofPurposes = import('../../messages/loadPurposeMessages.ts').then(({ loadPurposeMessages }) =>
      loadPurposeMessages(language, purposes),
    )
    Promise.all([loadHandoffMessages(language, handoff), ofPurposes]).then(
      ([texts, { link }]) => isWanted && setLoaded({ texts, problems: link.problems ?? {} }),
    )
    return () => {
      isWanted = false
    }
  }, [language, handoff, purposes])
  return loaded
}
