import { Component, type ReactNode } from 'react';
import { connection } from '../lib/connection';
import { CodeLoadError, retryFailedLoads } from '../lib/lazy-component';

type Props = {
  children: ReactNode;
  fallback: (error: unknown, retry: () => void) => ReactNode;
  /** A change of it forgets the error, as when another page is opened. */
  resetKey?: string;
};

type State = { failure: { error: unknown } | undefined; resetKey: string | undefined };

/**
 * Catches what throws while it renders below, and shows the fallback in its place. Code that could not be fetched is
 * fetched again as soon as the connection is back.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined, resetKey: this.props.resetKey };
  #stopFollowing: (() => void) | undefined;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (props.resetKey === state.resetKey) return null;
    // The next page may need what could not be fetched for this one.
    if (state.failure) retryFailedLoads();
    return { failure: undefined, resetKey: props.resetKey };
  }

  override componentDidMount(): void {
    this.#stopFollowing = connection.subscribe(() => {
      const { failure } = this.state;
      if (failure?.error instanceof CodeLoadError && connection.current().status === 'online') this.#retry();
    });
  }

  override componentWillUnmount(): void {
    this.#stopFollowing?.();
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error, this.#retry) : this.props.children;
  }

  readonly #retry = () => {
    retryFailedLoads();
    this.setState({ failure: undefined });
  };
}
