import { loadPart } from '@hawser/core'
import type { ComponentType } from 'react'
import { firstParts } from '../firstParts.ts'
import { useChunk } from './useChunk.ts'
import type { ViewProps } from './viewProps.ts'

const { Unavailable, ViewFrame } = firstParts

/**
 * Makes a view whose code is a separate chunk, because few visitors see it. Shows the view's frame while the code loads,
 * and Retry if loading fails.
 */
export function createLazyView<Props extends ViewProps>(
  importView: () => Promise<ComponentType<Props>>,
  headingOf: (props: Props) => string,
) {
  const fetchView = () => loadPart(importView)
  return function LateView(props: Props) {
    const { Part, errorCode, load } = useChunk(fetchView)
    if (Part !== undefined) return <Part {...props} />
    return (
      <ViewFrame {...props} heading={headingOf(props)}>
        <div className="hawser-body" aria-busy={errorCode === undefined}>
          {errorCode !== undefined && <Unavailable code={errorCode} messages={props.messages} onRetry={load} />}
        </div>
      </ViewFrame>
    )
  }
}
