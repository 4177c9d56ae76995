import { Component, type ReactNode } from 'react'

export type BoundaryProps = {
  /** Called once with what was thrown while `children` were drawn. */
  readonly onFailure: (error: unknown) => void
  /** What stands in their place then. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/** Keeps what is thrown in a part of ours from taking the host app down. A class: React knows no other boundary. */
export class Boundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error)
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
