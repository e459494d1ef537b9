import { contract } from '@shifa/contract';
import type { Actor } from '../domain/actor';
import { Implements, type Input } from './implements';

const { laboratories, auth } = contract;
const later = <Result>(): Promise<Result> => Promise.reject(new Error('Only its type counts'));

// The type checker is the test: each handler below is wrong in one way, and does not compile without its comment.
describe('a handler', () => {
  it('has to return what its route declares', () => {
    class Handlers {
      // @ts-expect-error -- the route answers a laboratory, not its name
      @Implements(laboratories.get)
      get(actor: Actor, { params }: Input<typeof laboratories.get>) {
        return Promise.resolve(`${actor.name} ${params.id}`);
      }

      // @ts-expect-error -- a page has items and their total
      @Implements(laboratories.list)
      list() {
        return later<{ rows: [] }>();
      }

      // @ts-expect-error -- an idempotent route returns its write as a function
      @Implements(laboratories.create)
      create() {
        return later<never[]>();
      }
    }
    expect(Object.getOwnPropertyNames(Handlers.prototype)).toHaveLength(4);
  });

  it('has to take what its route gives', () => {
    class Handlers {
      // @ts-expect-error -- a laboratory is named by its id
      @Implements(laboratories.stats)
      stats(_: Actor, { params }: { params: { code: string } }) {
        return later<never>().then(() => params.code);
      }

      // @ts-expect-error -- no one is signed in at a public route
      @Implements(auth.login)
      login(_: Actor) {
        return later<never>();
      }
    }
    expect(Object.getOwnPropertyNames(Handlers.prototype)).toHaveLength(3);
  });
});
