import { plural } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { type Notice, Notices } from '../../notifications/notifications.port';
import { StaffPort } from '../../staff/staff.port';
import type { SwapRow } from '../rosters/swap.repository';
import { shiftInWords } from './swap';

const viewSwap = ({ _id }: SwapRow) => ({
  label: 'View swap',
  path: `/attendance/roster?mine=true&item=${_id.toHexString()}`,
});

type Message = Pick<Notice, 'title' | 'message'> & { priority?: Notice['priority']; action?: Notice['action'] };

/** Tells the two people, the others who were asked and the approvers about the progress of a swap. */
@Injectable()
export class SwapNotices {
  constructor(
    private readonly notices: Notices,
    private readonly people: StaffPort,
  ) {}

  requested(actor: Actor, row: SwapRow): Promise<void> {
    const { shift, inExchange, personName } = row;
    const message = inExchange
      ? `${personName} offers ${shiftInWords(shift)} for your ${shiftInWords(inExchange)}.`
      : `${personName} is looking for someone to take ${shiftInWords(shift)}.`;
    return this.send(actor, row, asked(row), { title: 'Swap requested', message });
  }

  async accepted(actor: Actor, row: SwapRow): Promise<void> {
    const { _id, userId, laboratoryId, shift, personName } = row;
    const message = `${actor.name} takes your ${shiftInWords(shift)}. An approver will decide.`;
    await this.send(actor, row, [userId], { title: 'Swap accepted', message });
    const others = asked(row).filter((id) => id.toHexString() !== actor.userId);
    await this.send(actor, row, others, {
      title: 'Swap taken',
      message: `${actor.name} takes ${shiftInWords(shift)} of ${personName}. You don't need to do anything.`,
    });
    await this.notices.sendToHolders(
      'attendance.approve',
      laboratoryId,
      {
        actor,
        type: 'system',
        priority: 'medium',
        title: 'Swap pending approval',
        message: `${actor.name} takes ${shiftInWords(shift)} of ${personName}.`,
        action: { label: 'Review', path: `/approvals?kind=swaps&item=${_id.toHexString()}` },
      },
      { above: userId },
    );
  }

  /** @param left how many can still accept. */
  declined(actor: Actor, row: SwapRow, left: number): Promise<void> {
    const rest =
      left === 0
        ? 'No one is left, so the shift stays yours. You can ask others.'
        : `${plural(left, '1 colleague', `${left} colleagues`)} can still accept.`;
    const message = `${actor.name} can't take your ${shiftInWords(row.shift)}. ${rest}`;
    return this.send(actor, row, [row.userId], { title: 'Swap declined', message });
  }

  withdrawn(actor: Actor, row: SwapRow): Promise<void> {
    const message = `${actor.name} withdrew the swap of ${shiftInWords(row.shift)}.`;
    return this.send(actor, row, asked(row), { title: 'Swap withdrawn', message });
  }

  async decided(actor: Actor, row: SwapRow): Promise<void> {
    const { status, decisionReason, shift, inExchange, userId, takenBy, personName } = row;
    const reason = decisionReason ? `: ${decisionReason}` : '.';
    const what = `the swap of ${shiftInWords(shift)}`;
    const title = status === 'approved' ? 'Swap approved' : 'Swap rejected';
    const action = { label: 'View my roster', path: '/attendance/roster?mine=true' };
    const tell = (to: ObjectId, change: string) => {
      const message = `${actor.name} ${status} ${what}${reason}${status === 'approved' ? ` ${change}` : ''}`;
      return this.send(actor, row, [to], {
        title,
        message,
        action,
        priority: status === 'approved' ? 'medium' : 'high',
      });
    };
    const taker = takenBy?.name ?? 'A colleague';
    await tell(userId, `${taker} works it${inExchange ? `, and you work ${shiftInWords(inExchange)}` : ''}.`);
    if (takenBy) {
      await tell(
        takenBy._id,
        `You work it${inExchange ? `, and ${personName} works ${shiftInWords(inExchange)}` : ''}.`,
      );
    }
  }

  ended(row: SwapRow, before: SwapRow): Promise<void> {
    const to = before.status === 'accepted' && before.takenBy ? [before.takenBy._id] : asked(before);
    const message = `The swap of ${shiftInWords(row.shift)} ended. ${row.endedBecause ?? ''}`;
    return this.send(null, row, [row.userId, ...to], { title: 'Swap ended', message });
  }

  private async send(
    actor: Actor | null,
    row: SwapRow,
    ids: readonly ObjectId[],
    { priority = 'medium', action = viewSwap(row), ...message }: Message,
  ): Promise<void> {
    const found = await this.people.findPeople(
      LabScope.everywhere(),
      ids.map((id) => id.toHexString()),
    );
    const to = found.filter(({ status }) => status === 'active');
    if (to.length === 0) return;
    await this.notices.send({
      actor,
      to,
      laboratoryId: row.laboratoryId,
      type: 'system',
      priority,
      action,
      ...message,
    });
  }
}

const asked = ({ asked: people }: SwapRow) => people.filter(({ declined }) => !declined).map(({ _id }) => _id);
