import { useQueryClient } from '@tanstack/react-query';
import type { Resource } from '../../data/resource';
import { useVersionedAction } from '../form/use-versioned-action';
import type { Actionable, RequestAction } from './define-actions';

type ActionRequest<Saved> = Pick<RequestAction<unknown, Saved>, 'outcome' | 'describeFailure'> & {
  /** `version` is the one that the person saw, or has seen since. */
  send: (version: number, reason: string, signal: AbortSignal) => Promise<Saved>;
  onDone: (saved: Saved) => void;
  onFailed?: (error: unknown) => void;
};

/** The request of an action whose dialog asks more than yes or no; a version conflict is handled here. */
export function useActionRequest<Item extends Actionable, Stored extends { version: number }, Saved = Stored>(
  resource: Resource<Item, Stored>,
  item: Item,
  { send, ...request }: ActionRequest<Saved>,
) {
  const queryClient = useQueryClient();
  return useVersionedAction<Stored, Saved>({
    ...request,
    document: { name: resource.nameOf(item), version: item.version },
    schema: resource.schema,
    send: async (version, reason, signal) => ({ data: await send(version, reason, signal) }),
    invalidate: () => resource.invalidate(queryClient, item._id),
  });
}
