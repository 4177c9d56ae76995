import { Component, type ReactNode } from 'react'

export type ErrorBoundaryProps = {
  /** Called once with the error thrown while `children` rendered. */
  readonly onFailure: (error: unknown) => void
  /** Shown in place of `children` after an error. */
  readonly fallback?: ReactNode
  readonly children: ReactNode
}

/** Keeps an error in Hawser's components from breaking the host app. A class, because React has no other error boundary. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
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
