import { LinkButton, useLinker } from '@hawser/react'
import { useEffect, useState } from 'react'
import { usePage } from './pageContext.ts'

const release = { kind: 'release' } as const

/** The way out for a visitor who was tricked into signing for another person's account: the wallet signs again. */
export function ReleaseWallet() {
  const { texts } = usePage()
  const flow = useLinker((state) => state.flow)
  const [isTaken, setIsTaken] = useState(false)
  useEffect(() => {
    if (flow.status === 'done' && flow.outcome.kind === 'release') setIsTaken(true)
    // The next wallet can be a different one, so the previous message no longer applies.
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
