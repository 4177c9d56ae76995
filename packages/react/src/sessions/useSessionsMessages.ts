import { useEffect, useState } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { loadSessionsMessages } from '../messages/loadSessionsMessages.ts'
import { en, type SessionsMessages } from '../messages/sessions/en.ts'
import { languagesOfPage } from '../provider/useMessages.ts'

/** The texts in the language of the modal's, the host's own before all. English until they are there. */
export function useSessionsMessages(): SessionsMessages {
  const { messages, locale } = useLinkerContext()
  const [dictionary, setDictionary] = useState<SessionsMessages>(en)
  const { language } = messages
  useEffect(() => {
    let isWanted = true
    const tags = language !== undefined ? [language] : locale === 'auto' ? languagesOfPage() : [locale]
    loadSessionsMessages(tags).then((found) => isWanted && setDictionary(found))
    return () => {
      isWanted = false
    }
  }, [language, locale])
  return { ...dictionary, ...messages.sessions }
}
