// The rules of the architecture, as imports that are not allowed. A violation prints the rule's
// comment, so each comment says what to do instead. test/architecture.spec.ts has for every
// rule an import that breaks it and one that does not.

const SPEC = '[.]spec[.]ts$';
// What several specs of one library or package share.
const TESTING = '^(libs|packages)/.*/testing/';

// The roles of files inside a feature, src/<feature>/, from the outside in.
const ENTRY = '[.](controller|processor|gateway|consumer)[.]ts$';
const SERVICE = '[.]service[.]ts$';
const REPOSITORY = '[.]repository[.]ts$';
const STRATEGY = '(/strategies/|[.]strategy[.]ts$)';
const SCHEMA = '(/schemas/|[.]schema[.]ts$)';
const DTO = '(/dto/|[.]dto[.]ts$)';
const MODULE = '[.]module[.]ts$';

// What puts the features together: the files at the top of src, and src/bootstrap.
const COMPOSITION = '^src/([^/]+[.]ts$|bootstrap/)';
const FEATURE = '^src/(?!bootstrap/)([^/]+)/';
// What a feature shows to the others.
const FACE = '^src/[^/]+/index[.]ts$';

// dependency-cruiser puts what the group in a `from` matched, the feature, for the `$1` in its `to`.
const inAnyFeature = (role) => `^src/([^/]+)(?=/).*${role}`;
const inSameFeature = (...roles) => roles.map((role) => `^src/$1(?=/).*${role}`);

// The only file of the product that starts a stand-in, and that only where no real server is configured.
const BACKENDS = '^src/bootstrap/backends[.]ts$';

const npmPackages = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

const libraries = [
  {
    name: 'libs-never-import-the-application',
    comment:
      'A library serves any application and knows none. Move the code it needs into a library, ' +
      'or let the caller in src pass it in (as an argument, an option or an injected interface).',
    from: { path: '^libs/' },
    to: { path: '^(src|test|bench|scripts)/' },
  },
  {
    name: 'contracts-import-nothing',
    comment:
      'libs/contracts holds only names and types, so that everybody can import it. ' +
      'Declare the type here, or move the code that needs an import to libs/common.',
    from: { path: '^libs/contracts/', pathNot: SPEC },
    to: { pathNot: '^libs/contracts/' },
  },
  {
    name: 'libs-and-packages-only-by-alias',
    comment:
      "Import a library or package by its alias, '@tributary/<name>', never by a path into its " +
      'folder. If the symbol is missing there, export it from its src/index.ts; ' +
      'if the alias is missing, add it to "paths" in tsconfig.json.',
    from: { path: '^((?:libs|packages)/[^/]+|src|bench|scripts)/' },
    to: {
      path: '^(libs|packages)/',
      pathNot: '^$1/',
      dependencyTypesNot: ['aliased-tsconfig-paths'],
    },
  },
];

const standIns = [
  {
    name: 'packages-never-import-the-application',
    comment:
      'A package stands in for a server that knows no application. Move the code it needs into a ' +
      'library, or let the caller pass it in as an option.',
    from: { path: '^packages/' },
    to: { path: '^(src|test|bench|scripts)/' },
  },
  {
    name: 'packages-only-from-backends',
    comment:
      'The product is given URLs and never knows what answers there. Let src/bootstrap/backends.ts ' +
      'start the stand-in and pass on its URL; move a type or function that both need into a library.',
    from: { path: '^(src|libs)/', pathNot: BACKENDS },
    to: { path: '^packages/' },
  },
  {
    name: 'packages-only-dynamically',
    comment:
      'A static import would load the stand-in in production too. Import it with ' +
      '`await import()` behind the check that no real server is configured; for types only, ' +
      'write `import type`.',
    from: { path: BACKENDS },
    to: { path: '^packages/', dynamic: false, dependencyTypesNot: ['type-only'] },
  },
];

const circles = [
  {
    name: 'no-circular-imports',
    comment:
      'These files import each other, so neither can be read, tested or loaded alone. ' +
      'Move what both need, if only a type, into a third file that imports neither.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-circles-between-features-or-libs',
    comment:
      'Each of these features (libraries, packages) reaches the other, though no two files do. ' +
      'Decide which one is below; move the part that looks up out of it, or let it publish an event.',
    scope: 'folder',
    from: { path: '^(src/[^/]+|(?:libs|packages)/[^/]+/src)$' },
    to: { pathNot: '^$1(/|$)', circular: true },
  },
];

const layers = [
  {
    name: 'entries-never-import-entries',
    comment:
      'Controllers, processors, gateways and consumers are ways in, side by side. ' +
      'Move what both do into the service and let each of them call it.',
    from: { path: inAnyFeature(ENTRY) },
    to: { path: inSameFeature(ENTRY) },
  },
  {
    name: 'entries-only-reach-services',
    comment:
      'A controller, processor, gateway or consumer only calls a service. Add a method to the ' +
      'service and call that; return a class from dto/ instead of a stored document.',
    from: { path: inAnyFeature(ENTRY) },
    to: { path: inSameFeature(REPOSITORY, SCHEMA, STRATEGY) },
  },
  {
    name: 'services-never-import-entries',
    comment:
      'A service does not know who calls it. Return the result, or publish an event from ' +
      'libs/contracts that the gateway listens to.',
    from: { path: inAnyFeature(SERVICE) },
    to: { path: inSameFeature(ENTRY) },
  },
  {
    name: 'repositories-are-the-bottom',
    comment:
      'A repository only stores and finds. Let the service call both repositories, or the ' +
      'strategy, and pass the values in. Only the abstract repository that it is named after ' +
      'may be imported: user.repository.ts by mongo-user.repository.ts.',
    from: { path: `^src/([^/]+)/(?:.*/|)(?:[^/-]+-|)([^/]+)${REPOSITORY}` },
    to: {
      path: inSameFeature(ENTRY, SERVICE, REPOSITORY, STRATEGY),
      pathNot: `/$2${REPOSITORY}`,
    },
  },
  {
    name: 'strategies-are-the-bottom',
    comment:
      'A strategy works on what it is given. Let the service load the data, pass it to the ' +
      'strategy and store what comes back.',
    from: { path: inAnyFeature(STRATEGY), pathNot: SPEC },
    to: { path: inSameFeature(ENTRY, SERVICE, REPOSITORY) },
  },
  {
    name: 'dto-and-schemas-are-shapes',
    comment:
      'A dto or schema is a shape that every layer may use, so it uses none of them. ' +
      'Move the logic into the service, and a shared type or constant into a file of its own.',
    from: { path: [inAnyFeature(DTO), inAnyFeature(SCHEMA)], pathNot: SPEC },
    to: { path: inSameFeature(ENTRY, SERVICE, REPOSITORY, STRATEGY, MODULE) },
  },
];

const features = [
  {
    name: 'features-meet-at-their-index',
    comment:
      "A feature is used only through its index.ts, its public face: import '../<feature>'. Export from " +
      'there what others may use, and nothing else; what everybody uses belongs to libs.',
    from: { path: '^src/([^/]+)', pathNot: SPEC },
    to: { path: FEATURE, pathNot: ['^src/$1/', FACE] },
  },
  {
    name: 'an-index-is-for-others',
    comment:
      'The index.ts of a feature is what other features see of it. Inside the feature, import the file itself: ' +
      'through the index, files would import each other in a circle.',
    from: { path: '^src/([^/]+)/' },
    to: { path: '^src/$1/index[.]ts$' },
  },
  {
    name: 'nothing-imports-the-composition',
    comment:
      'The files at the top of src and in src/bootstrap put the features together, so nothing ' +
      'below may know them. Move what you need into a library, or into the feature it belongs to.',
    from: { path: [FEATURE, '^bench/'], pathNot: SPEC },
    to: { path: COMPOSITION },
  },
];

const packagesInTheirPlace = [
  {
    name: 'mongoose-only-in-repositories',
    comment:
      'Mongoose stays in *.repository.ts and schemas/ (and in *.module.ts for its wiring). ' +
      'Move the query into a repository that returns plain objects, and call that.',
    from: {
      path: '^(src|libs|packages)/',
      pathNot: [
        SPEC,
        REPOSITORY,
        SCHEMA,
        MODULE,
        '^libs/(pipeline|mongo)/',
        '^packages/embedded-mongo/',
      ],
    },
    to: { path: npmPackages('mongoose', 'mongodb', 'bson', '@nestjs/mongoose') },
  },
  {
    name: 'bull-only-in-processors',
    comment:
      'Bull stays in *.processor.ts and libs/pipeline (and in *.module.ts for its wiring). ' +
      'To start work, create a run through libs/pipeline instead of adding a job to a queue.',
    from: {
      path: '^(src|libs|packages)/',
      pathNot: [SPEC, '[.]processor[.]ts$', MODULE, '^libs/pipeline/'],
    },
    to: { path: npmPackages('bull', 'bullmq', '@nestjs/bull(mq|-shared)?', '@bull-board/[^/]+') },
  },
  {
    name: 'kafka-only-behind-its-interface',
    comment:
      'The client of Kafka stays in libs/kafka/src/kafkajs, and is loaded only where brokers are configured. ' +
      'Let the code enqueue through MessageOutbox of @tributary/kafka, or extend MessagePublisher.',
    from: { path: '^(src|libs|packages)/', pathNot: [SPEC, '^libs/kafka/src/kafkajs/'] },
    to: { path: npmPackages('kafkajs') },
  },
  {
    name: 'kafka-only-dynamically',
    comment:
      'A static import would load the client of Kafka where no brokers are configured too. Import it with ' +
      '`await import()` when it connects; for types only, write `import type`.',
    from: { path: '^libs/kafka/', pathNot: SPEC },
    to: {
      path: npmPackages('kafkajs'),
      dynamic: false,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'production-needs-only-dependencies',
    comment:
      'This package is not in "dependencies", so it is missing in production. Move it there in ' +
      'the nearest package.json (each folder of packages/ has its own); for types only, write ' +
      '`import type`.',
    from: { path: '^(src|libs|packages)/', pathNot: [SPEC, TESTING] },
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'production-never-imports-tests',
    comment:
      'Test code is not shipped. Move what both need out of the test, into the file it belongs to.',
    from: { path: '^(src|libs|packages|bench|scripts)/', pathNot: [SPEC, TESTING] },
    to: { path: [SPEC, '^test/', TESTING] },
  },
  {
    name: 'every-import-resolves',
    comment:
      'This import leads nowhere. Correct the path, add the package to package.json, or add the ' +
      'library to "paths" in tsconfig.json.',
    from: {},
    to: { couldNotResolve: true },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...libraries,
    ...standIns,
    ...circles,
    ...layers,
    ...features,
    ...packagesInTheirPlace,
  ].map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    // Also from a file of packages/ that names what the build will write.
    exclude: { path: '^([.][.]/)*(dist|data|coverage)/' },
    // A type that is imported is a dependency too: a service that names a mongoose type knows mongoose.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
