import { dataEnvironment, needed, Progress, runDataCommand, share, table, withoutPassword } from './db-command.mjs';

const usage = `Usage: npm run db:import -- --from <folder> [--to <mongodb://…>] [--database <name>] [--replace]

Imports a folder written by npm run db:export or mongodump, with all types and indexes. The target is --to, MONGODB_URI,
or the embedded database in DATA_DIR, in that order; the product must not be running on it. The folder is checked first,
and existing collections are not replaced until everything has been imported.

  --from <folder>    the exported folder
  --to <address>     a MongoDB connection string, including the target database
  --database <name>  the database to import, if the folder contains several
  --replace          replaces collections that contain documents
  -h, --help         this text`;

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  database: { type: 'string' },
  replace: { type: 'boolean', default: false },
};

await runDataCommand(usage, options, async (values, load, signal) => {
  const from = needed(values, 'from', usage);
  const { dataDir, mongodbUri } = dataEnvironment();
  const to = { uri: values.to ?? mongodbUri, dataDir };
  const { importData } = await load('transfer/import.js');
  const progress = new Progress();
  const onProgress = (step, collection, done, of) =>
    progress.show(`${step === 'checking' ? 'Checking' : 'Importing'} ${collection}: ${share(done, of)} documents`);
  console.log(`Importing ${from} into ${to.uri ? withoutPassword(to.uri) : dataDir} …`);
  const request = { from, to, database: values.database, replace: values.replace, signal, onProgress };
  const result = await importData(request).finally(() => progress.end());
  const rows = result.collections.map(({ name, documents, indexes }) => [name, documents, indexes]);
  console.log(table([['collection', 'documents', 'indexes'], ...rows]));
  if (result.untouched.length > 0) console.log(`Left unchanged: ${result.untouched.join(', ')}`);
  console.log(`Imported into the database ${result.database}; verified: the document counts match.`);
});
