import { Component, type ReactNode } from 'react';
import { appUpdate } from '../lib/app-update';
import { connection } from '../lib/connection';
import { CodeLoadError, retryFailedLoads } from '../lib/lazy-component';
import { stored } from '../lib/storage';

type Props = {
  children: ReactNode;
  fallback: (error: unknown, retry: () => void) => ReactNode;
  /** A change of it forgets the error, as when another page is opened. */
  resetKey?: string;
};

/** Pauses before further attempts to fetch code: browsers may report “online” before the network works. */
const PAUSES_MS = [2_000, 4_000, 8_000, 16_000];

/**
 * After so many attempts, the whole page is reloaded, at most once a minute: some browsers keep a failed import for as
 * long as the page is open, and a newer version may have replaced the code. What was typed is kept as a draft.
 */
const ATTEMPTS_BEFORE_RELOAD = 2;
const RELOAD_EVERY_MS = 60_000;

type State = { failure: { error: unknown } | undefined; resetKey: string | undefined };

/**
 * Catches what throws while it renders below, and shows the fallback in its place. Code that could not be fetched is
 * fetched again as soon as the connection is back, and a few times more while there seems to be one.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failure: undefined, resetKey: this.props.resetKey };
  #stopFollowing: (() => void) | undefined;
  #attempts = 0;
  #nextAttempt: ReturnType<typeof setTimeout> | undefined;

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
      this.#attempts = 0;
      this.#retryIfOnline();
    });
  }

  override componentDidCatch(error: unknown): void {
    const pause = PAUSES_MS[this.#attempts];
    if (!(error instanceof CodeLoadError) || pause === undefined) return;
    this.#attempts += 1;
    clearTimeout(this.#nextAttempt);
    const mayReload = this.#attempts >= ATTEMPTS_BEFORE_RELOAD;
    this.#nextAttempt = setTimeout(() => this.#retryIfOnline(mayReload), pause);
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (resetKey !== this.props.resetKey) this.#attempts = 0;
  }

  override componentWillUnmount(): void {
    this.#stopFollowing?.();
    clearTimeout(this.#nextAttempt);
  }

  override render(): ReactNode {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error, this.#retry) : this.props.children;
  }

  #retryIfOnline(mayReload = false): void {
    const isMissing = this.state.failure?.error instanceof CodeLoadError;
    if (!isMissing || connection.current().status !== 'online') return;
    if (mayReload && Date.now() - Number(stored.reloadedAt.read()) >= RELOAD_EVERY_MS) {
      stored.reloadedAt.write(String(Date.now()));
      appUpdate.load();
    } else this.#retry();
  }

  readonly #retry = () => {
    retryFailedLoads();
    this.setState({ failure: undefined });
  };
}
