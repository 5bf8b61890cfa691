(* B-E1: lengths, and the layer matrix that heads which attend alike, or tokens that agree, see. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn RowHeads OrthonormalBasis.
Open Scope R_scope.

Lemma new_lengths {S : inner_product_space} {Token} (y : Token -> S) i : vnorm (y i) <> 0 -> vnorm (y i) <> 0 /\
  inner (vscale (/ vnorm (y i)) (y i)) (vscale (/ vnorm (y i)) (y i)) = 1.
Proof. intro Some. split; [exact Some|]. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. exact Some. Qed.

Section Heads.
Context {S : inner_product_space} {Token Head Mode : Type} (tokens : list Token) (heads : list Head) (modes : list Mode)
  (f g r w : Head -> Mode -> S) (x : Token -> S).
Let y i := vadd (x i) (row_pull tokens heads modes f g r w x i).
Lemma alike A : (forall a i j, row_weight tokens modes f g x a i j = A i j) ->
  forall i, y i = vadd (x i) (row_matrix heads modes r w (vtotal tokens (fun j => vscale (A i j) (x j)))).
Proof.
  intros Alike i. unfold y, row_pull, row_matrix. do 2 f_equal. apply functional_extensionality. intro a. f_equal. f_equal.
  apply functional_extensionality. intro j. f_equal. exact (Alike a i j).
Qed.
Lemma agree z : enumerates tokens -> (forall j, x j = z) -> forall i, y i = vadd z (row_matrix heads modes r w z).
Proof. intros T Same i. unfold y. rewrite (row_pull_on_equal tokens heads modes f g r w x z i T Same), Same. reflexivity. Qed.
Lemma side_by_side (e : Mode -> S) t (W W_T V : S -> S) : adjoint W W_T ->
  (forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k))) /\ (forall k, vtotal heads (fun a => t a k) = e k) ->
  forall z, vtotal heads (fun a => W (vtotal modes (fun k => vscale (inner (e k) (V z)) (t a k)))) = W (V z).
Proof.
  intros AW [Span Parts] z. rewrite <- (adjoint_vtotal W W_T AW). f_equal.
  transitivity (vtotal modes (fun k => vscale (inner (e k) (V z)) (e k))); [|symmetry; apply Span].
  apply inner_ext. intro v. rewrite !inner_vtotal_l.
  rewrite (total_ext heads _ (fun a => total modes (fun k => inner (e k) (V z) * inner (t a k) v))).
  2: { intro a. rewrite inner_vtotal_l. apply total_ext. intro k. apply inner_scale_l. }
  rewrite total_swap. apply total_ext. intro k. rewrite total_scale, inner_scale_l. f_equal.
  rewrite <- (Parts k). symmetry. apply inner_vtotal_l.
Qed.
End Heads.
