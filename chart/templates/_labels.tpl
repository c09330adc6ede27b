{{- define "copydesk.selector" -}}
app.kubernetes.io/name: copydesk
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "copydesk.labels" -}}
{{ include "copydesk.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
