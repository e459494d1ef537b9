import { type ComponentType, Suspense, useDeferredValue } from 'react';
import { lazyPart } from '../lazy-part';
import { type LazyComponent } from '../../lib/lazy-component';
import { LoadingDrawer } from './loading-drawer';

/**
 * A form in a drawer whose code is fetched when it is opened. The drawer is painted first, so that it responds at once
 * on a slow phone too, and the fields are rendered afterwards.
 */
export function lazyForm<Props extends { onClose: () => void }>(
  titleOf: (props: Props) => string,
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const Form = lazyPart(load);
  function LazyForm(props: Props) {
    const painted = useDeferredValue(true, false);
    const drawer = <LoadingDrawer title={titleOf(props)} onClose={props.onClose} />;
    if (!painted) return drawer;
    return (
      <Suspense fallback={drawer}>
        <Form {...props} />
      </Suspense>
    );
  }
  return Object.assign(LazyForm, { preload: Form.preload });
}

/** The title of a record's form. */
export function formTitle(noun: string): (props: { id?: string }) => string {
  return ({ id }) => `${id === undefined ? 'New' : 'Edit'} ${noun}`;
}
