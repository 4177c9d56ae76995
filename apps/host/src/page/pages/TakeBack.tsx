import { LinkButton, useLinker } from '@hawser/react'
import { useEffect, useState } from 'react'
import { usePage } from './pageContext.ts'

const release = { kind: 'release' } as const

/** The way out for who was made to sign for somebody else's account: their wallet signs, and no other account holds it. */
export function TakeBack() {
  const { texts } = usePage()
  const flow = useLinker((state) => state.flow)
  const [isTaken, setIsTaken] = useState(false)
  useEffect(() => {
    if (flow.status === 'done' && flow.outcome.kind === 'release') setIsTaken(true)
    // The next wallet may be another one: the previous message no longer applies.
    if (flow.status === 'linked') setIsTaken(false)
  }, [flow])
  return (
    <div className="take-back quiet">
      <p className="line">
        {texts.heldElsewhere}{' '}
        <LinkButton purpose={release} className="text-button">
          {texts.takeBack}
        </LinkButton>
      </p>
      <p aria-live="polite">{isTaken && texts.takenBack}</p>
    </div>
  )
}
