// What Node loads by the name of this package. Everything is compiled to one dist/, outside of this folder, and
// "main" cannot lead there: Node takes its `..` from the link in node_modules, not from the folder behind it.
module.exports = require('../../dist/packages/embedded-mongo/src/index.js');
