(* Heads by the rows of their query, key and value matrices and the columns of their output matrices, and
   what they do to tokens that agree: there the weights do not matter. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Drawn.
Open Scope R_scope.

Section Heads.
Context {S : inner_product_space} {Token Head Mode : Type}
  (tokens : list Token) (heads : list Head) (modes : list Mode) (f g r w : Head -> Mode -> S).
Definition row_score (x : Token -> S) a i j :=
  exp (total modes (fun k => inner (f a k) (x i) * inner (g a k) (x j))).
Definition row_weight x a i j := row_score x a i j / total tokens (fun l => row_score x a i l).
Definition row_head a (z : S) := vtotal modes (fun k => vscale (inner (r a k) z) (w a k)).
Definition row_matrix (z : S) := vtotal heads (fun a => row_head a z).
Definition row_pull x i :=
  vtotal heads (fun a => row_head a (vtotal tokens (fun j => vscale (row_weight x a i j) (x j)))).

Lemma row_weight_total x a i : enumerates tokens -> total tokens (row_weight x a i) = 1.
Proof.
  intro T. unfold row_weight, Rdiv. rewrite total_scale_r. apply Rinv_r, Rgt_not_eq.
  apply total_positive; [exact T|]. intro. apply exp_pos.
Qed.
Lemma row_weight_nonneg x : enumerates tokens -> forall a i j, 0 <= row_weight x a i j.
Proof. intros T a i j. left. apply Rdiv_lt_0_compat; [|apply total_positive; [exact T|]; intro]; apply exp_pos. Qed.
Lemma average_of_equal (A : Token -> R) (x : Token -> S) z : total tokens A = 1 -> (forall j, x j = z) ->
  vtotal tokens (fun j => vscale (A j) (x j)) = z.
Proof.
  intros One Same. apply inner_ext. intro v. rewrite inner_vtotal_l.
  rewrite (total_ext tokens _ (fun j => A j * inner z v)) by (intro j; rewrite Same; apply inner_scale_l).
  rewrite total_scale_r. change (total tokens (fun k => A k)) with (total tokens A). rewrite One. ring.
Qed.
Lemma heads_on_equal (A : Head -> Token -> R) (x : Token -> S) z :
  (forall a, total tokens (A a) = 1) -> (forall j, x j = z) ->
  vtotal heads (fun a => row_head a (vtotal tokens (fun j => vscale (A a j) (x j)))) = row_matrix z.
Proof.
  intros One Same. unfold row_matrix. f_equal. apply functional_extensionality. intro a.
  rewrite (average_of_equal (A a) x z (One a) Same). reflexivity.
Qed.
Lemma row_pull_on_equal x z i : enumerates tokens -> (forall j, x j = z) -> row_pull x i = row_matrix z.
Proof.
  intros T Same. apply (heads_on_equal (fun a => row_weight x a i)); [|exact Same].
  intro a. apply (row_weight_total x a i T).
Qed.
Lemma row_matrix_scale c z : row_matrix (vscale c z) = vscale c (row_matrix z).
Proof.
  apply inner_ext. intro v. unfold row_matrix, row_head. rewrite inner_scale_l, !inner_vtotal_l, <- total_scale.
  apply total_ext. intro a. rewrite !inner_vtotal_l, <- total_scale. apply total_ext. intro k.
  rewrite !inner_scale_l, inner_scale_r. ring.
Qed.
End Heads.

(* Normalising forgets a positive factor. *)
Lemma normalised_scale {S : inner_product_space} c (y : S) : 0 < c ->
  vscale (/ vnorm (vscale c y)) (vscale c y) = vscale (/ vnorm y) y.
Proof.
  intro C. rewrite vnorm_scale, Rabs_right by lra. rewrite vscale_vscale. f_equal.
  destruct (Req_dec (vnorm y) 0) as [Z|N]; [rewrite Z, Rmult_0_r, Rinv_0; ring|]. field. lra.
Qed.
