import { useEffect, useState } from 'react'
import type { HandoffTexts } from '../../messages/handoff/en.ts'
import { loadHandoffMessages } from '../../messages/loadHandoffMessages.ts'
import { loadReachMessages } from '../../messages/loadReachMessages.ts'
import type { FirstMessages } from '../../messages/modal/en.ts'
import type { ReachTexts } from '../../messages/reach/en.ts'

/** The texts about the relay's reach and of a handoff, once they are loaded in the modal's language. */
export function useReachTexts({ language, reach, handoff }: FirstMessages): (ReachTexts & HandoffTexts) | undefined {
  const [texts, setTexts] = useState<ReachTexts & HandoffTexts>()
  useEffect(() => {
    let isWanted = true
    Promise.all([loadReachMessages(language, reach), loadHandoffMessages(language, handoff)]).then(
      ([ofReach, ofHandoff]) => isWanted && setTexts({ ...ofHandoff, ...ofReach }),
    )
    return () => {
      isWanted = false
    }
  }, [language, reach, handoff])
  return texts
}
