import type { ServerResponse } from 'node:http';
import { contract, laboratoryTypes } from '@shifa/contract';
import { Types } from 'mongoose';
import { z } from 'zod';
import { LaboratoryService } from '../../src/modules/laboratories/laboratory.service';
import { ReportScheduleService } from '../../src/modules/reports/report-schedule.service';
import { ActorResolver } from '../../src/platform/domain/actor';
import { Records } from '../../src/platform/records/records';
import { replaceProperty } from '../access/replace-property';
import type { CheckName } from './checks';
import type { FuzzWorld } from './fuzz-world';
import { routes } from './run';

/** A planted defect, where the fuzzer is to look for it, and the check that finds it. */
export type Mutant = {
  name: string;
  /** A route by its name, or the path of a resource. */
  at: string;
  check:
    | CheckName
    | 'read_after_write'
    | 'stale_version'
    | 'same_version'
    | 'use_after_free'
    | 'ensure_resource_availability';
  /** Returns a function that restores the original. */
  apply: (world: FuzzWorld) => () => void;
};

type WireAnswer = { status: number; headers: Record<string, unknown>; body: Record<string, unknown> };
type Wire = Pick<ServerResponse, 'writeHead' | 'end'>;

const { laboratories, inventory } = contract;

export const mutants: readonly Mutant[] = [
  {
    name: 'a long search makes a service fail',
    at: 'laboratories.list',
    check: 'not_a_server_error',
    apply: inLaboratories('list', (list) => (actor, query) => {
      if ((query.search ?? '').length > 20) throw new TypeError('search');
      return list(actor, query);
    }),
  },
  {
    name: 'a late page makes a service fail',
    at: 'laboratories.list',
    check: 'not_a_server_error',
    apply: inLaboratories('list', (list) => (actor, query) => {
      if (query.page > 1_000) throw new RangeError('page');
      return list(actor, query);
    }),
  },
  onTheWire('a success has another status', 'laboratories.list', 'status_code_conformance', (answer) => {
    if (answer.status === 200) answer.status = 202;
  }),
  onTheWire('a failure has another status', 'laboratories.get', 'status_code_conformance', (answer) => {
    if (answer.status === 404) answer.status = 410;
  }),
  onTheWire('a failure has no code', 'laboratories.get', 'status_code_conformance', (answer) => {
    if (answer.status >= 400) delete answer.body.code;
  }),
  {
    name: 'the contract lacks a code that is answered',
    at: 'laboratories.get',
    check: 'status_code_conformance',
    apply: () => replaceProperty(routeNamed('laboratories.get') as { errors?: unknown }, 'errors', () => []),
  },
  onTheWire('a success is sent as HTML', 'laboratories.list', 'content_type_conformance', (answer) => {
    if (answer.status === 200) answer.headers['content-type'] = 'text/html';
  }),
  onTheWire('a failure is sent as text', 'laboratories.list', 'content_type_conformance', (answer) => {
    if (answer.status >= 400) answer.headers['content-type'] = 'text/plain';
  }),
  onTheWire('a failure has no request id', 'laboratories.list', 'response_headers_conformance', (answer) => {
    if (answer.status >= 400) delete answer.headers['x-request-id'];
  }),
  onTheWire('a success says more than is declared', 'laboratories.get', 'response_schema_conformance', (answer) => {
    if (answer.status === 200) Object.assign(answer.body.data as object, { passwordHash: 'x' });
  }),
  onTheWire('a success lacks a field', 'laboratories.get', 'response_schema_conformance', (answer) => {
    if (answer.status === 200) delete (answer.body.data as { code?: string }).code;
  }),
  onTheWire('a number is sent as text', 'laboratories.get', 'response_schema_conformance', (answer) => {
    if (answer.status === 200) (answer.body.data as { version: unknown }).version = '1';
  }),
  onTheWire('a failure does not list its fields', 'laboratories.get', 'response_schema_conformance', (answer) => {
    if (answer.status >= 400) delete answer.body.errors;
  }),
  {
    name: 'a query is not validated',
    at: 'laboratories.list',
    check: 'negative_data_rejection',
    apply: () =>
      replaceProperty(laboratories.list as { query: unknown }, 'query', (query) =>
        z.preprocess(() => ({}), query as z.ZodType),
      ),
  },
  {
    name: 'an unknown kind is read as another one',
    at: 'laboratories.create',
    check: 'negative_data_rejection',
    apply: withField('create', { type: z.enum(laboratoryTypes).catch('branch') }),
  },
  {
    name: 'a version may be anything',
    at: 'laboratories.update',
    check: 'negative_data_rejection',
    apply: withField('update', { version: z.number().catch(1) }),
  },
  {
    name: 'a text is limited more than is declared',
    at: 'laboratories.create',
    check: 'positive_data_acceptance',
    apply: withField('create', { name: z.string().max(10) }),
  },
  {
    name: 'a page is limited more than is declared',
    at: 'laboratories.list',
    check: 'positive_data_acceptance',
    apply: () =>
      replaceProperty(laboratories.list as { query: unknown }, 'query', (query) =>
        (query as z.ZodObject).extend({ limit: z.coerce.number().max(5).default(5) }),
      ),
  },
  {
    name: 'any token is good enough',
    at: 'laboratories.list',
    check: 'ignored_auth',
    apply: ({ access }) => {
      const resolver = access.app.services.get(ActorResolver, { strict: false });
      const admin = access.person('super_admin').then((person) => access.tokenOf(person));
      return replaceProperty(
        resolver,
        'authenticate',
        (authenticate) => async () => authenticate.call(resolver, await admin),
      );
    },
  },
  {
    name: 'a route is open to everyone who is signed in',
    at: 'inventory.importTemplate',
    check: 'ignored_auth',
    apply: () =>
      replaceProperty(inventory.importTemplate as { metadata: unknown }, 'metadata', () => ({
        permission: 'signed-in',
      })),
  },
  {
    name: 'a service writes before it refuses',
    at: 'laboratories.archive',
    check: 'refused_write_has_no_effect',
    apply: (world) =>
      inLaboratories('archive', (archive) => async (actor, id, version) => {
        await laboratoriesOf(world).updateOne({ _id: new Types.ObjectId(id) }, { $set: { archivedBy: actor.userId } });
        return archive(actor, id, version);
      })(world),
  },
  {
    name: 'what is created is stored otherwise',
    at: '/api/laboratories',
    check: 'read_after_write',
    apply: (world) =>
      inLaboratories('create', (create) => async (actor, body) => {
        const created = await create(actor, body);
        await laboratoriesOf(world).updateOne({ _id: new Types.ObjectId(created._id) }, { $set: { name: 'Other' } });
        return created;
      })(world),
  },
  {
    name: 'what is created is not stored',
    at: '/api/laboratories',
    check: 'ensure_resource_availability',
    apply: (world) =>
      inLaboratories('create', (create) => async (actor, body) => {
        const created = await create(actor, body);
        await laboratoriesOf(world).deleteOne({ _id: new Types.ObjectId(created._id) });
        return created;
      })(world),
  },
  {
    name: 'a stale version overwrites',
    at: '/api/laboratories',
    check: 'stale_version',
    apply: () => replaceProperty(Records.prototype, 'assertVersion', () => () => Promise.resolve()),
  },
  {
    name: 'saving without a change makes a new version',
    at: '/api/laboratories',
    check: 'same_version',
    apply: () =>
      replaceProperty(
        Records.prototype,
        'change',
        (change) =>
          function (this: never, actor, id, version, options, next) {
            return change.call(this, actor, id, version, { ...options, action: 'saved' }, next);
          },
      ),
  },
  {
    name: 'what is removed stays',
    at: '/api/reports/schedules',
    check: 'use_after_free',
    apply: ({ access }) => {
      const schedules = access.app.services.get(ReportScheduleService, { strict: false });
      return replaceProperty(schedules, 'remove', () => (actor, id) => schedules.get(actor, id));
    },
  },
];

function inLaboratories<Name extends 'list' | 'create' | 'archive'>(
  name: Name,
  make: (original: LaboratoryService[Name]) => LaboratoryService[Name],
): Mutant['apply'] {
  return ({ access }) => {
    const service = access.app.services.get(LaboratoryService, { strict: false });
    return replaceProperty(service as Pick<LaboratoryService, Name>, name, (original) =>
      make(original.bind(service) as LaboratoryService[Name]),
    );
  };
}

/** The API validates a body with other fields than the contract declares. */
function withField(name: 'create' | 'update', fields: z.ZodRawShape): Mutant['apply'] {
  return () =>
    replaceProperty(laboratories[name] as { body: unknown }, 'body', (body) =>
      body instanceof z.ZodObject ? body.safeExtend(fields) : body,
    );
}

/** Changes every JSON answer as it is sent. */
function onTheWire(name: string, at: string, check: CheckName, change: (answer: WireAnswer) => void): Mutant {
  const tamper = (response: Wire) => {
    const send = { writeHead: response.writeHead.bind(response), end: response.end.bind(response) };
    let head = { status: 200, headers: {} as Record<string, unknown> };
    Object.assign(response, {
      writeHead: (status: number, headers: Record<string, unknown> = {}) => {
        head = { status, headers: { ...headers } };
        return response;
      },
      end: (body: string) => {
        const answer = { ...head, body: JSON.parse(body) as Record<string, unknown> };
        change(answer);
        const text = JSON.stringify(answer.body);
        delete answer.headers['content-length'];
        send.writeHead(answer.status, answer.headers as Record<string, string>);
        return send.end(text);
      },
    });
  };
  return {
    name,
    at,
    check,
    apply: ({ access }) => {
      const server = access.app.app.getHttpServer() as { emit: (event: string, ...values: unknown[]) => boolean };
      return replaceProperty(server, 'emit', (emit) => (event, ...values) => {
        const [{ method } = { method: '' }, response] = values as [{ method: string }?, Wire?];
        // Only answers with a body can be changed.
        if (event === 'request' && response && method === 'GET') tamper(response);
        return emit.call(server, event, ...values);
      });
    },
  };
}

function laboratoriesOf({ access }: FuzzWorld) {
  return access.connection.collection('laboratories');
}

function routeNamed(name: string): object {
  const named = routes.find((one) => one.name === name);
  if (!named) throw new Error(`The contract has no route ${name}`);
  return named.route;
}
