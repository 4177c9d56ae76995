import { useEffect, useState } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { en, type LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'
import { loadLinkedWalletsMessages } from '../messages/loadLinkedWalletsMessages.ts'
import { matchLocale } from '../messages/matchLocale.ts'
import { languagesOfPage } from '../provider/useMessages.ts'

/**
 * The texts in the language of the modal's, the host's own before all. Undefined while they are fetched: no other language
 * flashes up before them. English where they cannot be.
 */
export function useLinkedWalletsMessages(): LinkedWalletsMessages | undefined {
  const { messages, locale } = useLinkerContext()
  const [dictionary, setDictionary] = useState<LinkedWalletsMessages>()
  const { language } = messages
  useEffect(() => {
    let isWanted = true
    const tags = language !== undefined ? [language] : locale === 'auto' ? languagesOfPage() : [locale]
    if (matchLocale(tags) === 'en') setDictionary(en)
    else loadLinkedWalletsMessages(tags).then((found) => isWanted && setDictionary(found))
    return () => {
      isWanted = false
    }
  }, [language, locale])
  return dictionary && { ...dictionary, ...messages.linkedWallets }
}
