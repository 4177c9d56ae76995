import type { ReactNode } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { Boundary } from './Boundary.tsx'
import type { ViewPart } from './errors.ts'

/** A part of the page that is ours. What is thrown in it ends in a sentence in its place. */
export function Guarded(props: {
  readonly part: ViewPart
  /** What is said in its place. */
  readonly text: string
  readonly children: ReactNode
}) {
  const { onFailure } = useLinkerContext()
  return (
    <Boundary
      onFailure={(error) => onFailure(props.part, error)}
      fallback={
        <p className="hawser-link-problem" role="alert">
          {props.text} (view_failed)
        </p>
      }
    >
      {props.children}
    </Boundary>
  )
}
