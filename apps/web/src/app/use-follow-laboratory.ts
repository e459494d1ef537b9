import { IdSchema } from '@shifa/contract';
import { useEffect, useState } from 'react';
import type { Location } from 'react-router-dom';
import { paths } from '../config/paths';
import type { Live, LiveSocket } from '../data/socket';

/** The laboratory whose page is shown, or to which alone a list is filtered. */
export function laboratoryShown({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  const ofPage = pathname.startsWith(paths.laboratory('')) ? pathname.slice(paths.laboratory('').length) : '';
  const filtered = new URLSearchParams(search).getAll('laboratoryId');
  const [id] = ofPage === '' ? (filtered.length === 1 ? filtered : []) : [ofPage];
  return IdSchema.safeParse(id).data;
}

/** Joins the events of a laboratory while it is shown, again after each reconnect, and leaves them afterwards. */
export function useFollowLaboratory(id: string | undefined): Live {
  const [followed] = useState(() => new FollowedLaboratory());
  useEffect(() => {
    followed.follow(id);
    return () => followed.follow(undefined);
  }, [followed, id]);
  return followed.live;
}

class FollowedLaboratory {
  #socket: LiveSocket | undefined;
  #id: string | undefined;

  /** While disconnected nothing is sent: the server forgets at a disconnect, and `connect` joins again. */
  readonly live: Live = (socket) => {
    this.#socket = socket;
    socket.on('connect', () => {
      if (this.#id !== undefined) socket.emit('join-laboratory', this.#id);
    });
  };

  follow(id: string | undefined): void {
    const [socket, left] = [this.#socket, this.#id];
    this.#id = id;
    if (!socket?.connected || id === left) return;
    if (left !== undefined) socket.emit('leave-laboratory', left);
    if (id !== undefined) socket.emit('join-laboratory', id);
  }
}
