(* How the difference of two states moves under the Oja map near a state at rest: by the derivative, up to a small
   part. In the lengths of tokens after the push as weights the derivative is symmetric and not negative. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets Frechet Drawn States Families Exchange
  OjaEnergy OjaMap OjaConsensus.
From Kernel Require OjaSlope.
Open Scope R_scope.

(* How the difference of two directions depends on the difference of two vectors near rho e. *)
Lemma normalised_chord {U : inner_product_space} (a b e : U) rho eta : inner e e = 1 -> 0 < rho ->
  eta <= rho / 2 -> vnorm (vsub a (vscale rho e)) <= eta -> vnorm (vsub b (vscale rho e)) <= eta ->
  vnorm (vsub (vsub (vscale (/ vnorm a) a) (vscale (/ vnorm b) b)) (vscale (/ rho) (off e (vsub a b)))) <=
  12 * eta / (rho * rho) * vnorm (vsub a b).
Proof.
  intros E Rho Eta Ha Hb. set (g := vsub a b). set (A := vnorm a). set (B := vnorm b). set (G := vnorm g).
  assert (E1 := unit_norm e E). assert (Eta0 : 0 <= eta) by exact (Rle_trans _ _ _ (vnorm_nonneg _) Ha).
  assert (N : vnorm (vscale rho e) = rho) by (rewrite vnorm_scale, E1, Rabs_right; lra).
  assert (Len : forall c, vnorm (vsub c (vscale rho e)) <= eta -> rho - eta <= vnorm c <= rho + eta).
  { intros c H. assert (G1 := vnorm_gap c (vscale rho e)). assert (G2 := vnorm_gap (vscale rho e) c).
    rewrite (vnorm_opposite (vscale rho e)) in G2. lra. }
  assert (LA := Len a Ha). assert (LB := Len b Hb). fold A in LA. fold B in LB.
  assert (G0 : 0 <= G) by apply vnorm_nonneg.
  assert (AB : Rabs (A - B) <= G).
  { assert (G1 := vnorm_gap a b). assert (G2 := vnorm_gap b a). rewrite (vnorm_opposite b a) in G2.
    fold A B in G1, G2. fold g in G1, G2. fold G in G1, G2. apply Rabs_le. lra. }
  assert (Inv : Rabs (/ A - / rho) <= 2 * eta / (rho * rho)).
  { replace (/ A - / rho) with ((rho - A) * / (A * rho)) by (field; lra).
    assert (P : 0 < A * rho) by (apply Rmult_lt_0_compat; lra).
    rewrite Rabs_mult, (Rabs_right (/ _)) by (apply Rle_ge; left; apply Rinv_0_lt_compat, P).
    apply Rmult_le_reg_r with (A * rho); [exact P|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    replace (2 * eta / (rho * rho) * (A * rho)) with (eta * (2 * A / rho)) by (field; lra).
    apply Rle_trans with (eta * 1); [rewrite Rmult_1_r; apply Rabs_le; lra|]. apply Rmult_le_compat_l; [lra|].
    apply Rmult_le_reg_r with rho; [lra|]. replace (2 * A / rho * rho) with (2 * A) by (field; lra). lra. }
  assert (First : Rabs (inner e g - (A - B)) <= 4 * eta / rho * G).
  { set (m := vsub (vscale (A + B) e) (vadd a b)).
    assert (Hm : inner e g - (A - B) = / (A + B) * inner m g).
    { assert (SA := vnorm_square a). assert (SB := vnorm_square b). fold A in SA. fold B in SB.
      replace (A - B) with (/ (A + B) * (inner a a - inner b b)) by (rewrite <- SA, <- SB; field; lra).
      unfold m, g, vsub. repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l ||
        rewrite inner_scale_r). rewrite (inner_sym _ b a). field. lra. }
    rewrite Hm, Rabs_mult, (Rabs_right (/ _)) by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
    assert (Mn : vnorm m <= 4 * eta).
    { replace m with (vadd (vsub (vscale (A - rho) e) (vsub a (vscale rho e)))
        (vsub (vscale (B - rho) e) (vsub b (vscale rho e)))) by (unfold m; vector_sums).
      eapply Rle_trans; [apply vnorm_add|].
      assert (S1 := vnorm_sub (vscale (A - rho) e) (vsub a (vscale rho e))).
      assert (S2 := vnorm_sub (vscale (B - rho) e) (vsub b (vscale rho e))).
      rewrite vnorm_scale, E1 in S1, S2.
      assert (Rabs (A - rho) <= eta) by (apply Rabs_le; lra). assert (Rabs (B - rho) <= eta) by (apply Rabs_le; lra).
      lra. }
    assert (I := inner_le_vnorm m g). fold G in I.
    apply Rmult_le_reg_l with (A + B); [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    eapply Rle_trans; [exact I|]. apply Rle_trans with (4 * eta * G); [apply Rmult_le_compat_r; lra|].
    replace ((A + B) * (4 * eta / rho * G)) with (4 * eta * G * ((A + B) / rho)) by (field; lra).
    rewrite <- (Rmult_1_r (4 * eta * G)) at 1. apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|].
    apply Rmult_le_reg_r with rho; [lra|]. replace ((A + B) / rho * rho) with (A + B) by (field; lra). lra. }
  assert (Last : vnorm (vsub (vscale (/ rho) e) (vscale (/ (A * B)) b)) <= 6 * eta / (rho * rho)).
  { replace (vsub (vscale (/ rho) e) (vscale (/ (A * B)) b)) with
      (vsub (vscale (- / (A * rho)) (vsub b (vscale rho e))) (vadd (vscale (/ A - / rho) e)
        (vscale ((rho - B) / (A * B * rho)) b))).
    2: { apply inner_ext. intro q. unfold vsub.
         repeat (rewrite inner_add_l || rewrite inner_scale_l). field. lra. }
    eapply Rle_trans; [apply vnorm_sub|]. assert (S1 := vnorm_add (vscale (/ A - / rho) e) (vscale ((rho - B)
      / (A * B * rho)) b)).
    rewrite !vnorm_scale, E1 in S1. rewrite vnorm_scale, Rabs_Ropp. fold B in S1.
    assert (P : 0 < A * rho) by (apply Rmult_lt_0_compat; lra).
    assert (IP : 0 < / (A * rho)) by (apply Rinv_0_lt_compat, P).
    assert (Q : eta * / (A * rho) <= 2 * eta / (rho * rho)).
    { replace (2 * eta / (rho * rho)) with (eta * (2 / (rho * rho))) by (field; lra).
      apply Rmult_le_compat_l; [lra|]. replace (2 / (rho * rho)) with (/ (rho / 2 * rho)) by (field; lra).
      apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra | apply Rmult_le_compat_r; lra]. }
    assert (T1 : Rabs (/ (A * rho)) * vnorm (vsub b (vscale rho e)) <= eta * / (A * rho)).
    { rewrite Rabs_right by lra. rewrite Rmult_comm. apply Rmult_le_compat_r; lra. }
    assert (T2 : Rabs ((rho - B) / (A * B * rho)) * B <= eta * / (A * rho)).
    { replace ((rho - B) / (A * B * rho)) with ((rho - B) * / (A * rho) * / B) by (field; lra).
      rewrite !Rabs_mult, (Rabs_right (/ (A * rho))), (Rabs_right (/ B))
        by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
      replace (Rabs (rho - B) * / (A * rho) * / B * B) with (Rabs (rho - B) * / (A * rho)) by (field; lra).
      apply Rmult_le_compat_r; [lra | apply Rabs_le; lra]. }
    lra. }
  replace (vsub (vsub (vscale (/ A) a) (vscale (/ B) b)) (vscale (/ rho) (off e g))) with
    (vadd (vscale (/ A - / rho) g) (vadd (vscale ((inner e g - (A - B)) / rho) e)
      (vscale (A - B) (vsub (vscale (/ rho) e) (vscale (/ (A * B)) b))))).
  2: { unfold off, g. apply inner_ext. intro q. unfold vsub.
       repeat (rewrite inner_add_l || rewrite inner_scale_l). field. lra. }
  eapply Rle_trans; [apply vnorm_add|].
  eapply Rle_trans; [apply Rplus_le_compat_l, vnorm_add|]. rewrite !vnorm_scale, E1, Rmult_1_r. fold G.
  assert (I1 : Rabs (/ A - / rho) * G <= 2 * eta / (rho * rho) * G) by (apply Rmult_le_compat_r; lra).
  assert (I2 : Rabs ((inner e g - (A - B)) / rho) <= 4 * eta / (rho * rho) * G).
  { unfold Rdiv at 1. rewrite Rabs_mult, (Rabs_right (/ rho)) by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with rho; [lra|]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    replace (4 * eta / (rho * rho) * G * rho) with (4 * eta / rho * G) by (field; lra). exact First. }
  assert (I3 : Rabs (A - B) * vnorm (vsub (vscale (/ rho) e) (vscale (/ (A * B)) b)) <= G * (6 * eta / (rho * rho)))
    by (apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg).
  lra.
Qed.

(* A chord of the sphere is nearly across what is near both of its ends. *)
Lemma along_chord {U : inner_product_space} (p x y : U) r : inner x x = 1 -> inner y y = 1 ->
  vnorm (vsub x p) <= r -> vnorm (vsub y p) <= r -> Rabs (inner p (vsub x y)) <= r * vnorm (vsub x y).
Proof.
  intros X Y A B. set (m := vadd (vscale (/ 2) (vsub x p)) (vscale (/ 2) (vsub y p))).
  assert (E : inner p (vsub x y) = - inner m (vsub x y)).
  { unfold m, vsub.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
    rewrite (inner_sym _ y x), X, Y. field. }
  rewrite E, Rabs_Ropp. eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat_r; [apply vnorm_nonneg|].
  unfold m. eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale, Rabs_right by lra. lra.
Qed.

(* An orthonormal list of states, from one of vectors. *)
Lemma pairs_length {I J Y} (f : I -> J -> Y) (B : list J) T :
  length (flat_map (fun i => map (f i) B) T) = (length T * length B)%nat.
Proof.
  induction T as [|i T IH]; simpl; [reflexivity|]. rewrite app_length, map_length, IH. reflexivity.
Qed.
Section Basis.
Context {U : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis ET : enumerates tokens.
Let Lst : lists tokens := proj2 (proj2 ET).
Let X := states U tokens Lst.
Let one (i : Token) (v : U) : X := single U tokens Lst i v.
Definition state_basis (B : list U) : list X := flat_map (fun i => map (one i) B) tokens.
Lemma state_basis_resolves B : resolves B -> resolves (state_basis B).
Proof.
  intros R x z. unfold state_basis. rewrite total_flat_map. simpl. apply total_ext. intro i.
  rewrite total_map, (R (x i) (z i)). apply total_ext. intro e. f_equal; symmetry;
  apply (inner_single U tokens Lst ET).
Qed.
Lemma state_basis_one B : of_length_one B -> of_length_one (state_basis B).
Proof.
  intros O b I. apply in_flat_map in I. destruct I as [i [_ I]]. apply in_map_iff in I. destruct I as [e [<- I]].
  unfold one. rewrite (inner_single U tokens Lst ET). unfold single.
  rewrite inner_scale_r, (proj1 equal_kronecker), (O e I). ring.
Qed.
Lemma state_basis_length B : length (state_basis B) = (length tokens * length B)%nat.
Proof.
  apply pairs_length.
Qed.
Lemma normals_across (p : Token -> U) : ForallOrdPairs (fun e f : X => inner e f = 0) (map (fun i => one i (p i))
  tokens).
Proof.
  assert (G : forall T, NoDup T -> ForallOrdPairs (fun e f : X => inner e f = 0) (map (fun i => one i (p i)) T));
    [|exact (G tokens (proj1 (proj2 ET)))].
  intros T ND. induction ND as [|i T New ND IH]; cbn [map]; constructor; [|exact IH].
  apply Forall_forall. intros f I. apply in_map_iff in I. destruct I as [j [<- J]].
  unfold one at 1. rewrite (inner_single U tokens Lst ET). unfold one, single. rewrite inner_scale_r.
  rewrite (proj2 equal_kronecker); [ring|]. intros ->. exact (New J).
Qed.
End Basis.

Section Thin.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.
Let n0 := size_positive tokens ET.
Local Notation oja := (oja tokens V tau).
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation pushed := (OjaEnergy.pushed tokens V tau).
Local Notation n := (size tokens).
Let Lst : lists tokens := proj2 (proj2 ET).
Let X := states U tokens Lst.
Let low := 1 - tau * kappa.
(* A state at rest: every token is pushed along itself. *)
Context (p : Token -> U) (h : Token -> R).
Hypothesis P : on_spheres p.
Hypothesis Hpos : forall i, 0 < h i.
Hypothesis Rest : forall i, pushed p i = vscale (h i * h i) (p i).
Lemma low_positive : 0 < low <= 1.
Proof. assert (0 <= tau * kappa) by (apply Rmult_le_pos; lra). unfold low. lra. Qed.
Lemma h_bounds i : low <= h i * h i <= 2 /\ low <= h i <= 2.
Proof.
  assert (L := low_positive). assert (Q := pushed_norm tokens V tau kappa ET Tpos Kpos Norm Small p i P).
  assert (H := Hpos i). assert (S : 0 < h i * h i) by (apply Rmult_lt_0_compat; auto).
  rewrite Rest, vnorm_scale, (unit_norm _ (P i)), Rmult_1_r, Rabs_right in Q by lra. fold low in Q.
  split; [exact Q|]. split; apply Rnot_lt_le; intro N.
  - assert (h i * h i < low * 1) by (apply Rmult_le_0_lt_compat; lra). lra.
  - assert (2 * 2 < h i * h i) by (apply Rmult_le_0_lt_compat; lra). lra.
Qed.
Lemma h_inverse i : 0 < / h i <= / low.
Proof.
  assert (L := low_positive). assert (H := Hpos i). destruct (h_bounds i) as [_ B].
  split; [apply Rinv_0_lt_compat, H | apply Rinv_le_contravar; lra].
Qed.
(* What the push does to a difference of states; and the derivative, in coordinates weighted by h. *)
Definition moved_by (z : Token -> U) i : U := vadd (z i) (vscale tau (V (mean z))).
Definition unweighted (z : Token -> U) i : U := vscale (/ h i) (off (p i) (z i)).
Definition J (z : X) : X := fun i => vscale (/ h i) (off (p i) (moved_by (unweighted z) i)).
Lemma mean_linear_sub (x y : Token -> U) : mean (fun i => vsub (x i) (y i)) = vsub (mean x) (mean y).
Proof. exact (mean_step tokens ET y x). Qed.
Lemma pushed_difference x y i : vsub (pushed x i) (pushed y i) = moved_by (fun j => vsub (x j) (y j)) i.
Proof.
  unfold moved_by. rewrite mean_linear_sub. unfold vsub at 3. rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym).
  unfold OjaEnergy.pushed. vector_sums.
Qed.
Let sum (z : Token -> U) := total tokens (fun i => vnorm (z i)).
Lemma token_sum z i : vnorm (z i) <= sum z.
Proof. apply (total_at_least tokens (fun i => vnorm (z i))); [apply ET | intro; apply vnorm_nonneg]. Qed.
Lemma sum_nonneg z : 0 <= sum z.
Proof. apply total_nonneg. intro. apply vnorm_nonneg. Qed.
Lemma mean_total z : n * vnorm (mean z) <= sum z.
Proof.
  unfold OjaEnergy.mean. rewrite vnorm_scale, Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. apply OjaSlope.vtotal_short.
Qed.
Lemma mean_sum z : vnorm (mean z) <= sum z.
Proof.
  assert (N1 := size_at_least_one tokens ET). assert (M := mean_total z). assert (P0 := vnorm_nonneg (mean z)).
  assert (0 <= (n - 1) * vnorm (mean z)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma moved_short z i : vnorm (moved_by z i) <= 2 * sum z.
Proof.
  unfold moved_by. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, Rabs_right by lra.
  assert (A := token_sum z i). assert (M := mean_sum z).
  assert (O := operator_norm V kappa Kpos Norm (mean z)). assert (S0 := sum_nonneg z).
  assert (tau * vnorm (V (mean z)) <= tau * (kappa * sum z)).
  { apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact O|]. apply Rmult_le_compat_l; auto. }
  assert (tau * kappa * sum z <= 1 * sum z) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma off_short i (a : U) : vnorm (off (p i) a) <= vnorm a.
Proof.
  apply sqrt_le_1_alt. rewrite off_square by apply P. assert (Q := Rle_0_sqr (inner (p i) a)). unfold Rsqr in Q. lra.
Qed.
Lemma sum_states (z : Token -> U) c : (forall i, vnorm (z i) <= c) -> sum z <= n * c.
Proof. intro H. unfold sum, size. rewrite <- total_scale_r. apply total_le. intro i. rewrite Rmult_1_l. apply H. Qed.
Lemma off_sub i (a b : U) : off (p i) (vsub a b) = vsub (off (p i) a) (off (p i) b).
Proof.
  unfold off. apply inner_ext. intro q. unfold vsub.
  repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r). ring.
Qed.
(* J is symmetric, not negative, and bounded. *)
Lemma J_form (z y : X) : inner (J z) y = total tokens (fun i => inner (unweighted z i) (unweighted y i)) +
  tau * n * inner (V (mean (unweighted z))) (mean (unweighted y)).
Proof.
  rewrite Rmult_assoc, (inner_sym _ (V _)), (sum_of_mean tokens ET (unweighted y)), <- total_scale, <- total_add.
  apply total_ext. intro i. unfold J, moved_by. set (w := V _). set (a := unweighted z i).
  replace (inner (vscale (/ h i) (off (p i) (vadd a (vscale tau w)))) (y i)) with
    (inner (vadd a (vscale tau w)) (unweighted y i)).
  - rewrite inner_add_l, inner_scale_l, (inner_sym _ w). ring.
  - unfold unweighted, off, vsub.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
    rewrite (inner_sym _ (p i) a), (inner_sym _ (p i) w), (inner_sym _ (p i) (y i)). ring.
Qed.
Lemma J_symmetric : adjoint J J.
Proof.
  intros z y. rewrite (inner_sym _ z (J y)), !J_form, (Sym (mean (unweighted z))), (inner_sym _ (mean (unweighted
    z))).
  f_equal. apply total_ext. intro. apply inner_sym.
Qed.
Lemma J_nonneg (z : X) : 0 <= inner (J z) z.
Proof.
  rewrite J_form. set (a := unweighted z). assert (F := form_bounds V kappa Kpos Norm (mean a)).
  apply Rabs_le_between in F. assert (M := mean_square tokens ET a). assert (Q := inner_nonneg _ (mean a)).
  set (m := inner (mean a) (mean a)) in *. set (f := inner (V (mean a)) (mean a)) in *.
  assert (0 <= n * m) by (apply Rmult_le_pos; lra).
  assert (tau * n * (- (kappa * m)) <= tau * n * f).
  { apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | lra]. }
  assert (tau * kappa * (n * m) <= 1 * (n * m)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Let C := n * (2 * n / (low * low)).
Lemma C_positive : 0 < C.
Proof.
  assert (L := low_positive). unfold C. apply Rmult_lt_0_compat; [lra|]. apply Rdiv_lt_0_compat; [lra|].
  apply Rmult_lt_0_compat; lra.
Qed.
Lemma J_bounded (z : X) : vnorm (J z) <= C * vnorm z.
Proof.
  assert (L := low_positive). assert (Z0 := vnorm_nonneg z).
  assert (Q : sum (unweighted z) <= n * (/ low * vnorm z)).
  { apply sum_states. intro i. unfold unweighted. rewrite vnorm_scale.
    assert (H := h_inverse i). rewrite Rabs_right by lra. apply Rmult_le_compat; try lra; [apply vnorm_nonneg|].
    eapply Rle_trans; [apply off_short | apply (vnorm_token U tokens Lst z i)]. }
  assert (K : 0 <= 2 * n / (low * low) * vnorm z).
  { apply Rmult_le_pos; [|exact Z0]. left. apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; lra]. }
  unfold C. rewrite Rmult_assoc. apply (vnorm_states U tokens Lst); [exact K|]. intro i. unfold J.
  rewrite vnorm_scale. assert (H := h_inverse i). rewrite Rabs_right by lra.
  replace (2 * n / (low * low) * vnorm z) with (/ low * (2 * (n * (/ low * vnorm z)))) by (field; lra).
  apply Rmult_le_compat; try lra; [apply vnorm_nonneg|]. eapply Rle_trans; [apply off_short|].
  eapply Rle_trans; [apply moved_short | lra].
Qed.
(* Chords move by J, up to a part as small as the states are near p. *)
Let weighted (x y : Token -> U) : X := fun i => vscale (h i) (vsub (x i) (y i)).
Let K := n * (n * (98 / (low * low * low))).
Lemma chord_step x y r : on_spheres x -> on_spheres y -> within p r x -> within p r y -> r <= low / 4 ->
  vnorm (vsub (weighted (oja x) (oja y)) (J (weighted x y))) <= K * r * vnorm (weighted x y).
Proof.
  intros Xs Ys Wx Wy R. assert (L := low_positive).
  set (d := fun i => vsub (x i) (y i)). set (T := sum d).
  assert (T0 : 0 <= T) by apply sum_nonneg. set (u := weighted x y).
  assert (Tu : T <= n * (/ low * vnorm u)).
  { apply sum_states. intro i. replace (d i) with (vscale (/ h i) (u i)).
    - rewrite vnorm_scale. assert (H := h_inverse i). rewrite Rabs_right by lra.
      apply Rmult_le_compat; try lra; [apply vnorm_nonneg | apply (vnorm_token U tokens Lst u i)].
    - unfold u, weighted, d. rewrite vscale_vscale, Rinv_l, vscale_one; [reflexivity | apply Rgt_not_eq, Hpos]. }
  assert (R0 : forall i : Token, 0 <= r) by (intro i; exact (Rle_trans _ _ _ (vnorm_nonneg _) (Wx i))).
  assert (Some : exists i : Token, True).
  { assert (Ne := proj1 ET). clear - Ne. destruct tokens as [|i q]; [tauto | exists i; exact Logic.I]. }
  destruct Some as [i0 _]. specialize (R0 i0).
  assert (Un : unweighted u = fun i => off (p i) (d i)).
  { apply FunctionalExtensionality.functional_extensionality. intro i. unfold unweighted, u, weighted, d.
    assert (H := Hpos i). unfold off. apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
    field. lra. }
  assert (Normal : forall i, vnorm (vsub (d i) (off (p i) (d i))) <= r * vnorm (d i)).
  { intro i. replace (vsub (d i) (off (p i) (d i))) with (vscale (inner (p i) (d i)) (p i)) by (unfold off;
    vector_sums).
    rewrite vnorm_scale, (unit_norm _ (P i)), Rmult_1_r.
    apply along_chord; auto. }
  assert (K0 : 0 <= 98 / (low * low * low) * r * vnorm u * n).
  { assert (0 < low * low * low) by (repeat apply Rmult_lt_0_compat; lra).
    repeat apply Rmult_le_pos; try lra; [left; apply Rinv_0_lt_compat; lra | apply vnorm_nonneg]. }
  replace (K * r * vnorm u) with (n * (98 / (low * low * low) * r * vnorm u * n)) by (unfold K; ring).
  apply (vnorm_states U tokens Lst); [exact K0|]. intro i.
  set (a := pushed x i). set (b := pushed y i). set (g := vsub a b).
  assert (G : g = moved_by d i) by apply pushed_difference. destruct (h_bounds i) as [Hs Hb].
  assert (Split : vsub (weighted (oja x) (oja y)) (J u) i =
    vadd (vscale (h i) (vsub (vsub (vscale (/ vnorm a) a) (vscale (/ vnorm b) b)) (vscale (/ (h i * h i))
      (off (p i) g))))
      (vscale (/ h i) (off (p i) (moved_by (fun j => vsub (d j) (off (p j) (d j))) i)))).
  { assert (M : moved_by (fun j => vsub (d j) (off (p j) (d j))) i = vsub (moved_by d i) (moved_by (unweighted u) i)).
    { rewrite Un. unfold moved_by. rewrite mean_linear_sub. unfold vsub at 2.
      rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym). vector_sums. }
    rewrite M, off_sub, <- G. change (vsub (weighted (oja x) (oja y)) (J u) i) with
      (vsub (vscale (h i) (vsub (vscale (/ vnorm a) a) (vscale (/ vnorm b) b)))
        (vscale (/ h i) (off (p i) (moved_by (unweighted u) i)))).
    set (o := off (p i) (moved_by (unweighted u) i)). set (o' := off (p i) g). generalize (/ vnorm a) (/ vnorm b).
    intros ia ib. apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l). field. apply Rgt_not_eq, Hpos. }
  rewrite Split. eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale.
  assert (Hi := h_inverse i). rewrite (Rabs_right (h i)), (Rabs_right (/ h i)) by lra.
  assert (Near := near_pushed tokens V tau kappa ET Sym Tpos Kpos Norm Small p).
  assert (Na := Near x r i Xs Wx). assert (Nb := Near y r i Ys Wy). rewrite Rest in Na, Nb. fold a in Na.
    fold b in Nb.
  assert (Rh : 0 < h i * h i) by lra. assert (Rr : 2 * r <= h i * h i / 2) by lra.
  assert (Ch := normalised_chord a b (p i) (h i * h i) (2 * r) (P i) Rh Rr Na Nb). fold g in Ch.
  assert (Gs : vnorm g <= 2 * T) by (rewrite G; apply moved_short).
  assert (LL : 0 < low * low) by (apply Rmult_lt_0_compat; lra).
  assert (Sq : 12 * (2 * r) / (h i * h i * (h i * h i)) <= 24 * r / (low * low)).
  { unfold Rdiv. replace (12 * (2 * r)) with (24 * r) by ring. apply Rmult_le_compat_l; [lra|].
    apply Rinv_le_contravar; [exact LL | apply Rmult_le_compat; lra]. }
  assert (One : h i * vnorm (vsub (vsub (vscale (/ vnorm a) a) (vscale (/ vnorm b) b)) (vscale (/ (h i * h i))
    (off (p i) g)))
    <= 2 * (24 * r / (low * low) * (2 * T))).
  { apply Rmult_le_compat; try lra; [apply vnorm_nonneg|]. eapply Rle_trans; [exact Ch|].
    apply Rmult_le_compat; auto using vnorm_nonneg.
    apply Rmult_le_pos; [lra|]. left. apply Rinv_0_lt_compat. apply Rmult_lt_0_compat; lra. }
  assert (Two : / h i * vnorm (off (p i) (moved_by (fun j => vsub (d j) (off (p j) (d j))) i))
    <= / low * (2 * (r * T))).
  { apply Rmult_le_compat; try lra; [apply vnorm_nonneg|]. eapply Rle_trans; [apply off_short|].
    eapply Rle_trans; [apply moved_short|]. apply Rmult_le_compat_l; [lra|]. unfold T, sum. rewrite <- total_scale.
    apply total_le. exact Normal. }
  assert (Inv : / low <= / (low * low)).
  { apply Rinv_le_contravar; [exact LL|]. rewrite <- (Rmult_1_r low) at 3. apply Rmult_le_compat_l; lra. }
  assert (RT : 0 <= r * T) by (apply Rmult_le_pos; auto).
  assert (/ low * (2 * (r * T)) <= / (low * low) * (2 * (r * T))) by (apply Rmult_le_compat_r; lra).
  apply Rle_trans with (98 / (low * low) * r * T).
  { replace (98 / (low * low) * r * T) with (2 * (24 * r / (low * low) * (2 * T)) + / (low * low) * (2 * (r * T)))
      by (field; lra). lra. }
  replace (98 / (low * low * low) * r * vnorm u * n) with (98 / (low * low) * r * (n * (/ low * vnorm u)))
    by (field; lra).
  apply Rmult_le_compat_l; [|exact Tu]. apply Rmult_le_pos; [|exact R0]. apply Rmult_le_pos; [lra|].
  left. apply Rinv_0_lt_compat, LL.
Qed.
End Thin.
