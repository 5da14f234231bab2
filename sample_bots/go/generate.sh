# Generates the package build/arena from proto/, with the two plugins that go.mod names. Needs protoc.
set -eu
protoc -I proto \
	--plugin="$(go tool -n protoc-gen-go)" --plugin="$(go tool -n protoc-gen-go-grpc)" \
	--go_out=. --go_opt=module=starter,Mmus/arena/v1/arena.proto=starter/build/arena \
	--go-grpc_out=. --go-grpc_opt=module=starter,Mmus/arena/v1/arena.proto=starter/build/arena \
	mus/arena/v1/arena.proto
