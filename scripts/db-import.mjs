import { dataEnvironment, needed, Progress, runDataCommand, share, table, withoutPassword } from './db-command.mjs';

const usage = `Usage: npm run db:import -- --from <folder> [--to <mongodb://…>] [--database <name>] [--replace]

Brings a folder of npm run db:export or mongodump into a database, with types and indexes whole. It goes to --to, else
MONGODB_URI, else the embedded database in DATA_DIR; the product must not be running on it. The folder is checked
first, and nothing takes its place in the database before everything is in.

  --from <folder>    the folder that was exported
  --to <address>     a MongoDB connection string; its database takes the collections
  --database <name>  which database of the folder, where it holds several
  --replace          puts the collections in the place of those that hold documents
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
  if (result.untouched.length > 0) console.log(`Left as they were: ${result.untouched.join(', ')}`);
  console.log(`Imported into the database ${result.database}; verified: counts equal.`);
});
