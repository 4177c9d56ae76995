import { codeOf, loadPart } from '@hawser/core'
import { useCallback, useMemo, useState } from 'react'
import type { Locale } from '../messages/matchLocale.ts'
import type { Messages } from '../messages/modal/en.ts'

type Dictionaries = { readonly [locale in Locale | 'auto']?: Messages | undefined }

/**
 * The texts that are not English: those of the language once `load` has fetched them, overridden by the host app's. A server
 * and the first render in the browser have only the host app's texts, so that hydration matches the server's HTML.
 */
export function useMessages(locale: Locale | 'auto', own: Partial<Messages>) {
  const [dictionaries, setDictionaries] = useState<Dictionaries>({})
  const [isOutdated, setOutdated] = useState(false)
  // Texts that name their language are a whole dictionary: nothing else is fetched unless requested.
  const isComplete = locale === 'auto' && own.language !== undefined
  const dictionary = isComplete ? undefined : dictionaries[locale]

  const load = useCallback(() => {
    if (isComplete) return
    const tagsNow = () => (locale === 'auto' ? languagesOfPage() : [locale])
    const tags = tagsNow()
    // The page may have changed its language again while the texts were loading.
    const keep = (next: Messages | undefined) => {
      if (`${tagsNow()}` === `${tags}`)
        setDictionaries((all) => (all[locale] === next ? all : { ...all, [locale]: next }))
    }
    // If English comes first, nothing is fetched, not even the list of languages.
    if (/^en\b/i.test(tags[0] ?? 'en')) return keep(undefined)
    // After a failed fetch the texts stay English. The next opening of the modal fetches them again.
    loadPart(() => import('../messages/loadMessages.ts').then(({ loadMessages }) => loadMessages(tags))).then(
      keep,
      (error: unknown) => setOutdated(codeOf(error) === 'page_outdated'),
    )
  }, [locale, isComplete])

  const messages = useMemo(() => {
    const all = { ...dictionary, ...own }
    return all.language === undefined ? all : { ...all, language: tagOf(all.language) }
  }, [dictionary, own])
  return { messages, load, isOutdated }
}

/** The tag if Intl accepts it. An invalid tag ("pt_BR" is a common slip) would throw where a number is formatted. */
function tagOf(language: string): string {
  try {
    return new Intl.Locale(language.replace('_', '-')).toString()
  } catch {
    return 'en'
  }
}

/** The page's language if it names one, since the modal belongs to the page; otherwise the visitor's languages in order. */
export function languagesOfPage(): readonly string[] {
  const { lang } = document.documentElement
  return lang === '' ? navigator.languages : [lang]
}
