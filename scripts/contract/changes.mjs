// Changes planted in a release snapshot, with the kind and the place that the comparison must name for each.

const paths = (snapshot) => snapshot.openapi.paths;
const schema = (snapshot, name) => snapshot.openapi.components.schemas[name];
const field = (snapshot, name, property) => schema(snapshot, name).properties[property];
const parameter = (snapshot, path, method, name) =>
  paths(snapshot)[path][method].parameters.find((each) => each.name === name);
const event = ({ events }, name) => events.server[name].payload;
const policy = ({ permissions }, route) => permissions.routes[route];

/** As the release writes a reference that can be null. */
const orNull = (reference) => ({ anyOf: [reference, { type: 'string', nullable: true, enum: [null] }] });

function removeField(of, name) {
  delete of.properties[name];
  of.required = of.required?.filter((each) => each !== name);
}
function addField(of, name, required = true) {
  of.properties[name] = { type: 'string' };
  if (required) of.required = [...(of.required ?? []), name];
}
function renameField(of, name, other) {
  of.properties[other] = of.properties[name];
  of.required = [...of.required, other];
  removeField(of, name);
}

const laboratory = 'GET /api/laboratories/{id}';
const item = 'GET /api/inventory/{id}';
const signIn = 'POST /api/auth/login';
const create = 'POST /api/laboratories';
const staff = 'GET /api/staff';

/** [what, where, change] of those that break clients. */
export const breakingChanges = [
  ['a removed route', 'GET /api/staff', (s) => delete paths(s)['/api/staff'].get],
  ['a removed path', 'GET /api/inventory/{id}', (s) => delete paths(s)['/api/inventory/{id}']],
  [
    'another method',
    'POST /api/auth/login',
    ({ openapi: { paths: all } }) => {
      all['/api/auth/login'] = { put: all['/api/auth/login'].post };
    },
  ],
  [
    'another path',
    'POST /api/auth/login',
    ({ openapi: { paths: all } }) => {
      all['/api/auth/sign-in'] = all['/api/auth/login'];
      delete all['/api/auth/login'];
    },
  ],
  [
    'another status of a success',
    create,
    (s) => {
      const { responses } = paths(s)['/api/laboratories'].post;
      responses[200] = responses[201];
      delete responses[201];
    },
  ],
  ['a removed field of an answer', laboratory, (s) => removeField(schema(s, 'Laboratory'), 'timezone')],
  ['a removed field of an item in a list', staff, (s) => removeField(schema(s, 'StaffListItem'), 'name')],
  ['a removed nested field', laboratory, (s) => removeField(field(s, 'Laboratory', 'accreditation'), 'number')],
  ['a renamed field of an answer', item, (s) => renameField(schema(s, 'InventoryItem'), 'name', 'title')],
  ['another type in an answer', item, (s) => (field(s, 'InventoryItem', 'quantity').type = 'string')],
  ['another type of an identifier', laboratory, (s) => (schema(s, 'Id').type = 'integer')],
  [
    'a field of an answer that became optional',
    item,
    (s) => {
      const of = schema(s, 'InventoryItem');
      of.required = of.required.filter((name) => name !== 'name');
    },
  ],
  ['a field of an answer that became nullable', item, (s) => (field(s, 'InventoryItem', 'name').nullable = true)],
  [
    'an object of an answer that became nullable',
    laboratory,
    (s) => (schema(s, 'Laboratory').properties.policies = orNull(field(s, 'Laboratory', 'policies'))),
  ],
  ['a new value in an answer', laboratory, (s) => schema(s, 'LaboratoryStatus').enum.push('merged')],
  [
    'a list of an answer that became one value',
    item,
    (s) => {
      schema(s, 'InventoryItem').properties.batches = { type: 'string' };
    },
  ],
  ['a new required field of a body', create, (s) => addField(schema(s, 'CreateLaboratoryBody'), 'region')],
  ['a new required field of the sign-in', signIn, (s) => addField(schema(s, 'LoginBody'), 'device')],
  [
    'a field of a body that became required',
    create,
    (s) => {
      const of = schema(s, 'CreateLaboratoryBody');
      of.required.push('holidays');
    },
  ],
  ['a removed field of a body', create, (s) => removeField(schema(s, 'CreateLaboratoryBody'), 'code')],
  ['another type in a body', signIn, (s) => (field(s, 'LoginBody', 'password').type = 'integer')],
  [
    'a field of a body that is no longer nullable',
    create,
    (s) => field(s, 'CreateLaboratoryBody', 'licence').anyOf.pop(),
  ],
  ['a lower maximum length', signIn, (s) => (field(s, 'LoginBody', 'email').maxLength = 100)],
  ['a higher minimum length', signIn, (s) => (field(s, 'LoginBody', 'password').minLength = 12)],
  ['a new maximum length', create, (s) => (field(s, 'CreateLaboratoryBody', 'code').maxLength = 3)],
  ['a stricter pattern', create, (s) => (field(s, 'CreateLaboratoryBody', 'code').pattern = '^[A-Z]{3}$')],
  ['fewer entries of a list', create, (s) => (field(s, 'CreateLaboratoryBody', 'holidays').maxItems = 50)],
  ['a removed value of a body', 'POST /api/staff', (s) => field(s, 'CreateStaffBody', 'role').enum.pop()],
  ['a lower maximum of a query', staff, (s) => (parameter(s, '/api/staff', 'get', 'limit').schema.maximum = 50)],
  ['a higher minimum of a query', staff, (s) => (parameter(s, '/api/staff', 'get', 'limit').schema.minimum = 10)],
  ['a removed value of a query', staff, (s) => parameter(s, '/api/staff', 'get', 'sort').schema.enum.pop()],
  [
    'a removed parameter',
    staff,
    (s) => {
      const operation = paths(s)['/api/staff'].get;
      operation.parameters = operation.parameters.filter(({ name }) => name !== 'search');
    },
  ],
  [
    'a new required parameter',
    staff,
    (s) => {
      paths(s)['/api/staff'].get.parameters.push({
        in: 'query',
        name: 'on',
        required: true,
        schema: { type: 'string' },
      });
    },
  ],
  ['a parameter that became required', staff, (s) => (parameter(s, '/api/staff', 'get', 'search').required = true)],
  ['a removed field of failures', 'every failure', (s) => removeField(schema(s, 'Failure'), 'requestId')],
  [
    'a removed event',
    'event staff:gone',
    (s, base) => {
      base.events.server['staff:gone'] = s.events.server['user:created'];
    },
  ],
  ['a removed field of an event', 'event inventory:updated', (s) => removeField(event(s, 'inventory:updated'), 'name')],
  [
    'another type in an event',
    'event user:created',
    (s) => (event(s, 'user:created').properties.version.type = 'string'),
  ],
  ['a new value in an event', 'event user:updated', (s) => event(s, 'user:updated').properties.role.enum.push('guest')],
  [
    'a new required field of a client event',
    'event notification of clients',
    ({ events }) => addField(events.client.notification.payload, 'reason'),
  ],
  [
    'a lower limit of a client event',
    'event notification of clients',
    ({ events }) => {
      events.client.notification.payload.properties.message.maxLength = 200;
    },
  ],
  [
    'a removed client event',
    'event leave-laboratory of clients',
    ({ events }) => delete events.client['leave-laboratory'],
  ],
  [
    'other receivers of an event',
    'event user:created',
    ({ events }) => {
      events.server['user:created'].receivers.permission = 'staff.edit';
    },
  ],
  ['a removed error code', 'error OWN_ACCOUNT', ({ errors }) => delete errors.OWN_ACCOUNT],
  ['another status of an error', 'error EMAIL_TAKEN', ({ errors }) => (errors.EMAIL_TAKEN.status = 400)],
  [
    'a removed permission',
    'permission staff.export',
    ({ permissions }) => {
      permissions.permissions = permissions.permissions.filter((name) => name !== 'staff.export');
    },
  ],
  ['another permission of a route', staff, (s) => (policy(s, staff).permission = 'staff.edit')],
  ['a public route that needs a session', signIn, (s) => (policy(s, signIn).permission = 'signed-in')],
  ['a second permission of a route', item, (s) => (policy(s, item).also = 'staff.view')],
  ['a route for the whole network only', item, (s) => (policy(s, item).scope = 'all')],
  [
    'a smaller file',
    'POST /api/transactions/{id}/receipts',
    (s) => {
      policy(s, 'POST /api/transactions/{id}/receipts').upload.maxBytes = 1_000_000;
    },
  ],
  ['a smaller body', 'POST /api/staff/import', (s) => delete policy(s, 'POST /api/staff/import').maxBodyBytes],
  [
    'no use with a temporary password',
    'GET /api/auth/me',
    (s) => {
      delete policy(s, 'GET /api/auth/me').withTemporaryPassword;
    },
  ],
  ['a role with less', 'role manager', ({ permissions }) => delete permissions.roleDefaults.manager['inventory.edit']],
  [
    'a role with a narrower scope',
    'role lab_admin',
    ({ permissions }) => {
      permissions.roleDefaults.lab_admin['staff.view'] = 'own';
    },
  ],
];

/** [what, where, change] of those that break nobody. */
export const compatibleChanges = [
  [
    'an object of a body that became nullable',
    create,
    (s) => (schema(s, 'CreateLaboratoryBody').properties.contact = orNull(field(s, 'CreateLaboratoryBody', 'contact'))),
  ],
  [
    'a number of an answer that became whole',
    item,
    (s, base) => {
      field(base, 'InventoryItem', 'quantity').type = 'number';
    },
  ],
  [
    'a new route',
    'GET /api/staff/new',
    ({ openapi: { paths: all } }) => {
      all['/api/staff/new'] = { get: structuredClone(all['/api/auth/me'].get) };
    },
  ],
  ['a new field of an answer', laboratory, (s) => addField(schema(s, 'Laboratory'), 'region')],
  ['a new optional field of an answer', item, (s) => addField(schema(s, 'InventoryItem'), 'region', false)],
  ['a new optional field of a body', create, (s) => addField(schema(s, 'CreateLaboratoryBody'), 'region', false)],
  ['a field of a body that became optional', signIn, (s) => (schema(s, 'LoginBody').required = ['email'])],
  ['a higher maximum length', signIn, (s) => (field(s, 'LoginBody', 'email').maxLength = 400)],
  ['a lower minimum length', signIn, (s) => (field(s, 'LoginBody', 'password').minLength = 0)],
  ['a new value of a query', staff, (s) => parameter(s, '/api/staff', 'get', 'sort').schema.enum.push('shift')],
  [
    'a new optional parameter',
    staff,
    (s) => {
      paths(s)['/api/staff'].get.parameters.push({ in: 'query', name: 'on', schema: { type: 'string' } });
    },
  ],
  ['a new field of failures', 'every failure', (s) => addField(schema(s, 'Failure'), 'help')],
  ['a new event', 'event user:moved', ({ events: { server } }) => (server['user:moved'] = server['user:created'])],
  ['a new field of an event', 'event user:created', (s) => addField(event(s, 'user:created'), 'code')],
  [
    'a new optional field of a client event',
    'event notification of clients',
    ({ events }) => addField(events.client.notification.payload, 'reason', false),
  ],
  ['a new error code', 'error TOO_EARLY', ({ errors }) => (errors.TOO_EARLY = { status: 409, message: 'Wait' })],
  [
    'a new error code in the results of a bulk change',
    'POST /api/staff/bulk-update',
    (s) => {
      s.errors.TOO_EARLY = { status: 409, message: 'Wait' };
      schema(s, 'ErrorCode').enum.push('TOO_EARLY');
    },
  ],
  ['a new permission', 'permission staff.print', ({ permissions }) => permissions.permissions.push('staff.print')],
  ['a route for everybody with a session', staff, (s) => (policy(s, staff).permission = 'signed-in')],
  ['a larger body', create, (s) => (policy(s, create).maxBodyBytes = 200_000)],
  ['a role with more', 'role staff', ({ permissions }) => (permissions.roleDefaults.staff['staff.view'] = 'own')],
];

/** [what, where, change] of those that are only words. */
export const notes = [
  ['another summary', staff, (s) => (paths(s)['/api/staff'].get.summary = 'People')],
  ['another description', staff, (s) => (paths(s)['/api/staff'].get.description = 'People')],
  [
    'a code that a route answers as well, before the others',
    create,
    (s) => paths(s)['/api/laboratories'].post.responses[409]['x-error-codes'].unshift('VERSION_CONFLICT'),
  ],
  ['another message of an error', 'error FORBIDDEN', ({ errors }) => (errors.FORBIDDEN.message = 'No')],
];
