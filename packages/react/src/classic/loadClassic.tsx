import type { ComponentType } from 'react'
import { loadClassicMessages } from '../messages/classic/loadClassicMessages.ts'
import type { ViewProps } from '../modal/view.ts'
import { ClassicView } from './ClassicView.tsx'

/** Everything the classic variant shows, in the language of the other texts: one chunk, and one for the language. */
export async function loadClassic(language: string): Promise<ComponentType<ViewProps>> {
  const dictionary = await loadClassicMessages(language)
  return function Classic(props) {
    const texts = { ...dictionary, ...props.messages.classic }
    return <ClassicView {...props} texts={texts} />
  }
}
