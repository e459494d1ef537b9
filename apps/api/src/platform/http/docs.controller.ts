import { Controller, Get, Header } from '@nestjs/common';
import { OutsideContract } from './contract.guard';
import { openApiDocument } from './openapi';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shifa MS API</title>
<link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#swagger-ui', persistAuthorization: false });\n`;

/** The API documentation: the page and the OpenAPI document it shows. */
@Controller()
export class DocsController {
  private document: object | undefined;

  @Get('/api/openapi.json')
  @OutsideContract()
  openApi(): object {
    return (this.document ??= openApiDocument());
  }

  @Get('/api/docs')
  @OutsideContract()
  @Header('Content-Type', 'text/html; charset=utf-8')
  docs(): string {
    return page;
  }

  // The page's Content-Security-Policy allows no inline script.
  @Get('/api/docs/start.js')
  @OutsideContract()
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  start(): string {
    return start;
  }
}
