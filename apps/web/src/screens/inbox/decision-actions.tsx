import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import type { DecisionBody } from '@shifa/contract';
import type { Sending } from '../../data/queries';
import type { Callback } from '../../lib/callback';
import type { Given, RequestAction } from '../actions/define-actions';
import { rejectionHelp } from './bulk-route';

type Decisions<Item, Stored> = {
  decide: (request: { params: { id: string }; body: DecisionBody }, sending: Sending) => Promise<Stored>;
  /** What an approval did, where the document may need another one. */
  approved?: RequestAction<Item, Stored>['outcome'];
  /** What is asked before a rejection. */
  title: Callback<[item: Item], string>;
  question: NonNullable<RequestAction<Item, Stored>['question']>;
};

/** Approve, and reject with a reason. */
export function decisionActions<Item extends { _id: string }, Stored = Item>(of: Decisions<Item, Stored>) {
  const { decide, approved = 'was approved', title, question } = of;
  const decideOn = ({ _id }: Item, body: DecisionBody, { signal }: Given) =>
    // An approval may be sent while the page is closing.
    decide({ params: { id: _id }, body }, { signal, keepalive: true });
  const approve: RequestAction<Item, Stored> = {
    label: 'Approve',
    icon: <Check />,
    outcome: approved,
    undoOnPhone: 'Undo approval',
    send: (item, version, given) => decideOn(item, { approved: true, version }, given),
  };
  const reject: RequestAction<Item, Stored> = {
    label: 'Reject',
    icon: <Close />,
    title,
    destructive: true,
    question,
    reason: { help: rejectionHelp },
    outcome: 'was rejected',
    send: (item, version, given) => decideOn(item, { approved: false, reason: given.reason, version }, given),
  };
  return { approve, reject };
}
