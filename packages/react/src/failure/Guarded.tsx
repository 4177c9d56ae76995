import type { ReactNode } from 'react'
import { useLinkerContext } from '../linker/context.ts'
import { Boundary } from './Boundary.tsx'
import type { ViewPart } from './errors.ts'

/** Our part of the page. An error in it becomes a sentence in its place. */
export function Guarded(props: {
  readonly part: ViewPart
  /** The sentence in its place. */
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
