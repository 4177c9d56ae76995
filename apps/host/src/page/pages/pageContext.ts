import { createContext, useContext } from 'react'
import type { HostClient } from '../client/hostClient.ts'
import type { PageData } from '../client/pageData.ts'
import type { StepUp } from '../linker/createStepUp.ts'
import type { HostMessages } from '../texts/messages/en.ts'
import type { PageLocale } from '../texts/pageLocale.ts'

export type PageContext = {
  readonly pageData: PageData
  readonly client: HostClient
  readonly stepUp: StepUp
  readonly texts: HostMessages
  readonly locale: PageLocale
  /** Whether wallets stay connected after they are linked. */
  readonly keepsSessions: boolean
  readonly onLocaleChosen: (locale: PageLocale) => void
  /** Called after a visitor signed up, in or out: the page starts over with the new visitor. */
  readonly onVisitorChanged: () => void
}

export const PageContext = createContext<PageContext | undefined>(undefined)

export function usePage(): PageContext {
  const page = useContext(PageContext)
  if (page === undefined) throw new TypeError('This part of the page is outside its context.')
  return page
}
