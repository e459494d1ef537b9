import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  fallback: (retry: () => void) => ReactNode;
  /** A change of it forgets the error, as when another page is opened. */
  resetKey?: string;
};

type State = { failed: boolean; resetKey: string | undefined };

/** Catches what throws while it renders below, and shows the fallback in its place. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children;
  }
}
