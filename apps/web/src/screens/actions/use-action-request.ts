import type { Resource } from '../../data/resource';
import { type ActionRequest, useVersionedAction } from '../form/use-versioned-action';
import type { Actionable, RequestAction, Versioned } from './define-actions';

type Request<Saved> = Pick<RequestAction<unknown, Saved>, 'outcome' | 'describeFailure'> & {
  /** `version` is the one that the person saw, or has seen since. */
  send: (version: number, request: ActionRequest) => Promise<Saved>;
  onDone: (saved: Saved) => void;
  onFailed?: (error: unknown) => void;
};

/** The request of an action whose dialog asks more than yes or no; a version conflict is handled here. */
export function useActionRequest<Saved>(
  resource: Resource<Actionable, Versioned>,
  item: Actionable,
  request: Request<Saved>,
) {
  return useVersionedAction<Saved>({
    ...request,
    document: { name: resource.nameOf(item), version: item.version },
    schema: resource.schema,
    stale: resource.staleKeys(item._id),
  });
}
