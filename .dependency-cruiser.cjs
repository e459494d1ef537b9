// Who may import whom; the reasons are in docs/adr. A rule names no feature: `([^/]+)` covers those to come.
const source = '^(apps|packages|e2e)/';
const tests = '\\.(spec|test)\\.tsx?$|\\.factory\\.ts$|/testing/|\\.config\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one file, or miss a third.',
      severity: 'error',
      from: { path: source },
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing reaches and that reaches nothing is dead.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: `${tests}|\\.d\\.ts$`, orphan: true },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'An import has to lead somewhere.',
      severity: 'error',
      from: { path: source },
      to: { couldNotResolve: true, pathNot: '\\?|^virtual:' },
    },
    {
      name: 'declared-dependencies',
      comment: "A package is used only where package.json names it; product code doesn't use a devDependency.",
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: `${tests}|/bench/` },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tests-only-in-tests',
      comment: 'Product code reaches no spec and no test helper.',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: `${tests}|/bench/` },
      to: {
        path: '\\.(spec|test)\\.tsx?$|\\.factory\\.(d\\.ts|[jt]s)$|^(apps|packages)/[^/]+/(src|dist|dist/esm|dist/cjs)/testing/|^apps/api/src/modules/[^/]+/testing/',
      },
    },
    {
      name: 'contract-stands-alone',
      comment: 'The contract is read by browser and server: it knows only zod and ts-rest core.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: tests },
      to: { pathNot: '^packages/contract/src/|node_modules/(zod|@ts-rest/core)/' },
    },
    {
      name: 'apps-are-strangers',
      comment: 'What two apps share is said in the contract.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'packages-know-no-app',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|e2e)/' },
    },
    {
      name: 'packages-by-name',
      comment: 'Another package is imported by its name, through its exports; never by a path into its source.',
      severity: 'error',
      from: { path: '^(?:apps|packages|e2e)/([^/]+)/' },
      to: { path: '^packages/[^/]+/(src|node_modules)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'web-knows-no-database',
      comment: 'The web app of the packages knows the contract alone.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^packages/', pathNot: '^packages/(contract|config)/' },
    },
    {
      name: 'platform-knows-no-module',
      comment: 'The platform is technique without a domain word.',
      severity: 'error',
      from: { path: '^apps/api/src/platform/', pathNot: tests },
      to: { path: '^apps/api/src/(modules/|app\\.module|main|seed)' },
    },
    {
      name: 'modules-meet-at-ports',
      comment: 'A module is entered only through its port.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/', pathNot: `\\.module\\.ts$|${tests}` },
      to: { path: '^apps/api/src/modules/', pathNot: '^apps/api/src/modules/($1/|[^/]+/[^/]+\\.port\\.ts$)' },
    },
    {
      name: 'module-files-join-modules',
      comment: 'A module file names the modules whose ports are used, so that Nest can hand them over.',
      severity: 'error',
      from: { path: '^apps/api/src/modules/([^/]+)/[^/]+\\.module\\.ts$' },
      to: { path: '^apps/api/src/modules/', pathNot: '^apps/api/src/modules/($1/|[^/]+/[^/]+\\.(port|module)\\.ts$)' },
    },
    {
      name: 'controllers-reach-no-repository',
      comment: 'contract → service, a line each: a controller that reads a collection skips the rules.',
      severity: 'error',
      from: { path: '\\.(controller|gateway)\\.ts$' },
      to: { path: '\\.(repository|document|read-model|module)\\.ts$|^apps/api/src/platform/mongo/(?!database-health)' },
    },
    {
      name: 'only-the-data-layer-knows-mongoose',
      comment: 'Repositories, documents and read models, and the platform beneath them.',
      severity: 'error',
      from: {
        path: '^apps/api/src/',
        pathNot: `\\.(repository|document|read-model|module)\\.ts$|^apps/api/src/platform/mongo/|/bench/|${tests}`,
      },
      to: { path: 'node_modules/(mongoose|mongodb|@nestjs/mongoose)/' },
    },
    {
      name: 'module-files-only-register-collections',
      comment: 'A module file registers the collections of its documents with Nest, and does nothing with them.',
      severity: 'error',
      from: { path: '\\.module\\.ts$' },
      to: { path: 'node_modules/(mongoose|mongodb)/' },
    },
    {
      name: 'pools-have-fair-shares',
      comment: 'A pool of threads without a share for each person is one that a single person can keep busy.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: `^apps/api/src/platform/limits/pools\\.ts$|/bench/|${tests}` },
      to: { path: 'node_modules/(piscina|workerpool|tinypool)/' },
    },
    {
      name: 'queues-are-fair-shares',
      comment: 'Whatever people queue for is divided among them; only the turns of a chain have one queue.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: `^apps/api/src/platform/mongo/turns\\.ts$|/bench/|${tests}` },
      to: { path: 'node_modules/p-limit/' },
    },
    {
      name: 'web-foundation-knows-no-feature',
      comment: 'Components, lib and config serve every feature, so they know none.',
      severity: 'error',
      from: { path: '^apps/web/src/(components|lib|config)/', pathNot: tests },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'web-features-are-strangers',
      comment: 'What two features share belongs to components or lib; app/routes joins them.',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: { path: '^apps/web/src/(features/|app/)', pathNot: '^apps/web/src/features/$1/' },
    },
    {
      name: 'only-routes-compose',
      comment: 'Within app/, only routes/ joins features.',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: `^apps/web/src/(app/routes|features)/|${tests}` },
      to: { path: '^apps/web/src/features/' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: {
      path: [
        '^(e2e/)?reports/',
        '^apps/[^/]+/reports/',
        '^packages/[^/]+/reports/',
        '/(coverage|test-results|playwright-report|data)/',
        '^apps/web/public/',
      ],
    },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
