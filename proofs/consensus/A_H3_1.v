(* A-H3.1: Theorem 3.1 with the identity as value matrix. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves.
From Theorems Require A_T3_1.
Open Scope R_scope.

Section Identity.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (W P : S -> S) (d : R).
Definition mean (v : Token -> S) i := vtotal tokens (fun j =>
  vscale (1 / sqrt d * (exp (inner (v i) (P (v j))) / total tokens (fun k => exp (inner (v i) (P (v k)))))) (v j)).
Lemma only_w : complete S -> enumerates tokens -> 1 <= d -> adjoint W W -> adjoint P P -> bounded_operator W -> bounded_operator P ->
  positive W -> coercive W -> 2 <= size tokens /\ (exists a, inner a (W a) = 1 /\ exists b, inner b (W b) = 1 /\ inner (W a) b = 0) ->
  is_potential (fun v : Token -> S => (forall i, inner (v i) (W (v i)) = 1) /\ (forall i j, inner (v i) (W (v j)) <= 1))
    (fun v V => total tokens (fun i => sqrt d * total tokens (fun j => exp (inner (P (v i)) (v j))) *
      inner (W (vsub (mean v i) (vscale (inner (v i) (W (mean v i))) (v i)))) (V i)))
    (fun v => total tokens (fun i => total tokens (fun j => exp (inner (P (v i)) (v j)))) / 2) <-> forall x, P x = W x.
Proof.
  intros C ET D AW AP BW BP HW Coe Two. assert (AI : adjoint (fun x : S => x) (fun x => x)) by (intros a b; reflexivity).
  assert (BI : bounded_operator (fun x : S => x)) by (exists 1; split; [lra|]; intro; lra).
  assert (K := proj2 (A_T3_1.proof S Token tokens W d P P (fun x => x) (fun x => x) C ET D AW AP AI BW BP BP BI BI (conj HW Coe)) Two).
  split.
  - intros H x. symmetry. apply (proj1 K H).
  - intro E. apply (proj2 K). split; intro x; [reflexivity | symmetry; apply E].
Qed.
End Identity.
