import { useEffect, useMemo, useState } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { buttonTexts } from '../messages/button.ts'
import { en, type LinkedWalletsMessages } from '../messages/linkedWallets/en.ts'
import { matchLocale } from '../messages/matchLocale.ts'
import { languagesOfPage } from '../provider/useMessages.ts'

/** The texts of the list, and the modal's texts for a page whose code the server no longer has. */
export type LinkedWalletsTexts = LinkedWalletsMessages & { readonly pageOutdated: string; readonly reload: string }

/**
 * The texts in the modal's language, overridden by the host app's own. Undefined while they load, so that no other language
 * appears first. English if they cannot be loaded.
 */
export function useLinkedWalletsMessages(): LinkedWalletsTexts | undefined {
  const { messages, locale } = useLinkerContext()
  const [dictionary, setDictionary] = useState<LinkedWalletsMessages>()
  const { language } = messages
  useEffect(() => {
    let isWanted = true
    const tags = language !== undefined ? [language] : locale === 'auto' ? languagesOfPage() : [locale]
    if (matchLocale(tags) === 'en') setDictionary(en)
    else
      import('../messages/loadLinkedWalletsMessages.ts')
        .then(({ loadLinkedWalletsMessages }) => loadLinkedWalletsMessages(tags))
        .then(
          (found) => isWanted && setDictionary(found),
          () => isWanted && setDictionary(en),
        )
    return () => {
      isWanted = false
    }
  }, [language, locale])
  // The same object until a text changes, so that rows do not re-render.
  return useMemo(() => {
    const { pageOutdated = buttonTexts.pageOutdated, reload = buttonTexts.reload } = messages
    return dictionary && { ...dictionary, pageOutdated, reload, ...messages.linkedWallets }
  }, [dictionary, messages])
}
