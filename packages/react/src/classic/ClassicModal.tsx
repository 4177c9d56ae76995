import { useEffect, useState } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { type ClassicMessages, en } from '../messages/classic/en.ts'
import { loadClassicMessages } from '../messages/loadClassicMessages.ts'
import { LinkModal } from '../modal/LinkModal.tsx'
import { ClassicView } from './ClassicView.tsx'

/** The modal in its classic variant, in the language of the other texts. */
export function ClassicModal() {
  const { messages } = useLinkerContext()
  const dictionary = useClassicMessages(messages.language ?? en.language)
  const texts = { ...dictionary, ...messages.classic }
  return <LinkModal renderClassic={(props) => <ClassicView {...props} texts={texts} />} />
}

function useClassicMessages(language: string): ClassicMessages {
  const [dictionary, setDictionary] = useState<ClassicMessages>(en)
  useEffect(() => {
    let isWanted = true
    loadClassicMessages(language).then((found) => isWanted && setDictionary(found))
    return () => {
      isWanted = false
    }
  }, [language])
  return dictionary
}
