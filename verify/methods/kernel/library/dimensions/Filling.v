(* As many orthogonal members as a space has dimensions fill it, and how many one condition leaves. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families States.
Open Scope R_scope.
Implicit Types S : inner_product_space.

(* Members that are none of them 0 and each orthogonal to all others, for a product of two. *)
Definition orthogonal_list {A} (product : A -> A -> R) (L : list A) :=
  ForallOrdPairs (fun a b => product a b = 0) L /\ List.Forall (fun a => 0 < product a a) L.
(* There are n independent things of a kind. *)
Definition counted {A} (product : A -> A -> R) (kind : A -> Prop) (n : R) :=
  exists L, orthogonal_list product L /\ List.Forall kind L /\ size L = n.

(* ------------------------------------------------------------------ 1. orthogonal lists fill a space *)
Lemma total_in {A} (T : list A) f g : (forall a, In a T -> f a = g a) -> total T f = total T g.
Proof. intro H. induction T as [|a T IH]; simpl; [reflexivity|]. rewrite H, IH; simpl; auto. intros; apply H;
  simpl; auto. Qed.
Lemma total_le_in {A} (T : list A) f g : (forall a, In a T -> f a <= g a) -> total T f <= total T g.
Proof. intro H. induction T as [|a T IH]; simpl; [lra|]. apply Rplus_le_compat; [apply H; simpl;
  auto|]. apply IH. intros; apply H; simpl; auto. Qed.
Lemma total_equal_in {A} (T : list A) f g : (forall a, In a T -> f a <= g a) -> total T g <= total T f ->
  forall a, In a T -> f a = g a.
Proof.
  intros H E. induction T as [|b T IH]; simpl in *; [tauto|].
  assert (B := H b (or_introl eq_refl)). assert (Q := total_le_in T f g (fun a I => H a (or_intror I))).
  intros a [<-|I]; [lra|]. apply IH; auto. lra.
Qed.

Section Filling.
Context {U : inner_product_space}.
Definition share (f e : U) := inner e f * inner e f / inner e e.
Definition expansion (L : list U) (f : U) := vtotal L (fun e => vscale (inner e f / inner e e) e).
Lemma orthogonal_cons (e : U) L : orthogonal_list inner (e :: L) ->
  0 < inner e e /\ (forall g, In g L -> inner e g = 0) /\ orthogonal_list inner L.
Proof.
  intros [O P]. inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; subst.
  split; [exact P1|]. split; [|split; assumption]. apply List.Forall_forall. exact O1.
Qed.
Lemma expansion_inner L (e f : U) : orthogonal_list inner L -> In e L -> inner e (expansion L f) = inner e f.
Proof.
  unfold expansion. induction L as [|a L IH]; simpl; [tauto|]. intros H I.
  apply orthogonal_cons in H. destruct H as [P [Z H]]. rewrite inner_add_r, inner_scale_r. destruct I as [<-|I].
  - rewrite inner_vtotal_r, (total_in L _ (fun _ => 0)), total_zero; [field; lra|].
    intros b B. rewrite inner_scale_r, (Z b B). ring.
  - rewrite IH by auto. rewrite (inner_sym _ e a), (Z e I). ring.
Qed.
Lemma residual L (f : U) : orthogonal_list inner L ->
  inner (vsub f (expansion L f)) (vsub f (expansion L f)) = inner f f - total L (share f).
Proof.
  intro H. assert (E1 : inner (expansion L f) f = total L (share f)).
  { unfold expansion, share. rewrite inner_vtotal_l. apply total_ext. intro e. rewrite inner_scale_l.
    unfold Rdiv. ring. }
  assert (E2 : inner (expansion L f) (expansion L f) = total L (share f)).
  { unfold expansion at 1. rewrite inner_vtotal_l. apply total_in. intros e I.
    rewrite inner_scale_l, expansion_inner by auto. unfold share, Rdiv. ring. }
  unfold vsub. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
    (inner_sym _ f (expansion L f)), E1, E2. ring.
Qed.
Lemma bessel L (f : U) : orthogonal_list inner L -> total L (share f) <= inner f f.
Proof. intro H. assert (N := inner_nonneg U (vsub f (expansion L f))). rewrite residual in N by auto. lra. Qed.
Lemma expanded L (f : U) : orthogonal_list inner L -> total L (share f) = inner f f -> f = expansion L f.
Proof.
  intros H E. assert (Z : vsub f (expansion L f) = vzero) by (apply inner_definite; rewrite residual by auto; lra).
  apply inner_ext. intro z. assert (Q : inner (vsub f (expansion L f)) z = 0) by (rewrite Z; apply inner_zero_l).
  unfold vsub in Q. rewrite inner_add_l, inner_scale_l in Q. lra.
Qed.
Lemma parseval L (f : U) : f = expansion L f -> total L (share f) = inner f f.
Proof.
  intro E. rewrite E at 2. unfold expansion, share. rewrite inner_vtotal_l. apply total_ext. intro e.
  rewrite inner_scale_l. unfold Rdiv. ring.
Qed.
Lemma expansion_vtotal {A} L (T : list A) (c : A -> R) (b : A -> U) : (forall a, In a T ->
  b a = expansion L (b a)) ->
  vtotal T (fun a => vscale (c a) (b a)) = expansion L (vtotal T (fun a => vscale (c a) (b a))).
Proof.
  intro H. apply inner_ext. intro z. unfold expansion at 1. rewrite !inner_vtotal_l.
  transitivity (total T (fun a => total L (fun e => c a * (inner e (b a) / inner e e) * inner e z))).
  - apply total_in. intros a I. rewrite inner_scale_l, (H a I) at 1. unfold expansion.
    rewrite inner_vtotal_l, <- total_scale.
    apply total_ext. intro e. rewrite inner_scale_l. ring.
  - rewrite total_swap. apply total_ext. intro e. rewrite inner_scale_l, inner_vtotal_r. unfold Rdiv.
    rewrite <- !total_scale_r. apply total_ext. intro a. rewrite inner_scale_r. ring.
Qed.
Context (whole : U -> Prop) (B : list U).
Hypothesis Orthogonal : orthogonal_list inner B.
Hypothesis Inside : List.Forall whole B.
Hypothesis Spans : forall f, whole f -> f = expansion B f.
Lemma shares L : orthogonal_list inner L -> List.Forall whole L ->
  total B (fun b => total L (fun e => share b e / inner b b)) = size L.
Proof.
  intros H W. rewrite total_swap. unfold size. apply total_in. intros e I.
  assert (P : 0 < inner e e) by (apply (proj1 (List.Forall_forall _ L) (proj2 H) e I)).
  assert (Q := parseval B e (Spans e (proj1 (List.Forall_forall _ L) W e I))).
  transitivity (/ inner e e * total B (share e)); [|rewrite Q; field; lra].
  rewrite <- total_scale. apply total_ext. intro b. unfold share, Rdiv. rewrite (inner_sym _ e b). ring.
Qed.
Lemma at_most_one L b : orthogonal_list inner L -> In b B -> total L (fun e => share b e / inner b b) <= 1.
Proof.
  intros H I. assert (P : 0 < inner b b) by (apply (proj1 (List.Forall_forall _ B) (proj2 Orthogonal) b I)).
  unfold Rdiv. rewrite total_scale_r. replace 1 with (inner b b * / inner b b) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact P|]. apply bessel. exact H.
Qed.
(* No more are independent than there are dimensions, and as many fill the space. *)
Lemma no_more L : orthogonal_list inner L -> List.Forall whole L -> size L <= size B.
Proof. intros H W. rewrite <- (shares L H W). apply total_le_in. intros b I. apply at_most_one; auto. Qed.
Lemma fills L : orthogonal_list inner L -> List.Forall whole L -> size L = size B -> forall f, whole f ->
  f = expansion L f.
Proof.
  intros H W N f F. assert (All : forall b, In b B -> b = expansion L b).
  { intros b I. assert (P : 0 < inner b b) by (apply (proj1 (List.Forall_forall _ B) (proj2 Orthogonal) b I)).
    assert (E := total_equal_in B (fun b => total L (fun e => share b e / inner b b)) (fun _ => 1)
      (fun b I => at_most_one L b H I)). cbv beta in E. rewrite (shares L H W), N in E.
        specialize (E (Rle_refl _) b I).
    apply expanded; auto. unfold Rdiv in E. rewrite total_scale_r in E.
    apply (Rmult_eq_reg_r (/ inner b b)); [|apply Rgt_not_eq, Rinv_0_lt_compat, P]. rewrite E. field. lra. }
  rewrite (Spans f F). apply expansion_vtotal. exact All.
Qed.
End Filling.

(* ------------------------------------------------------------------ 2. lists that are put together *)
Lemma orthogonal_app {A} (product : A -> A -> R) L M : orthogonal_list product (L ++ M) <->
  orthogonal_list product L /\ orthogonal_list product M /\ forall a b, In a L -> In b M -> product a b = 0.
Proof.
  induction L as [|a L IH]; simpl.
  - split; [intro H; split; [split; constructor|split; [exact H|tauto]] | tauto].
  - split.
    + intros [O P]. inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; subst.
      destruct (proj1 IH (conj O2 P2)) as [H1 [H2 H3]]. rewrite List.Forall_forall in O1.
      split; [split; constructor; [|apply H1|exact P1|apply H1]|split; [exact H2|]].
      * apply List.Forall_forall. intros b I. apply O1, in_or_app. left. exact I.
      * intros b c [<-|I] J; [apply O1, in_or_app; right; exact J | exact (H3 b c I J)].
    + intros [[O P] [H2 H3]]. inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; subst.
      destruct (proj2 IH) as [Q1 Q2]; [split; [split; assumption|split; [exact H2|]]; intros b c I; apply H3;
        auto|].
      rewrite List.Forall_forall in O1. split; constructor; auto.
      apply List.Forall_forall. intros b I. apply in_app_or in I. destruct I as [I|I];
        [exact (O1 b I)|apply H3; auto].
Qed.
Lemma size_app {A} (L M : list A) : size (L ++ M) = size L + size M.
Proof. apply total_app. Qed.
Lemma size_map {A B} (g : A -> B) (L : list A) : size (map g L) = size L.
Proof. exact (total_map L g (fun _ => 1)). Qed.
Lemma orthogonal_map {A B} (p : A -> A -> R) (q : B -> B -> R) (k : A -> Prop) (F : A -> B) s L : 0 < s ->
  (forall a b, k a -> k b -> q (F a) (F b) = s * p a b) -> List.Forall k L -> orthogonal_list p L ->
  orthogonal_list q (map F L).
Proof.
  intros S H. induction L as [|a L IH]; simpl; intros K [O P]; [split; constructor|].
  inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; inversion K as [|? ? K1 K2]; subst.
  destruct (IH K2 (conj O2 P2)) as [Q1 Q2]. rewrite List.Forall_forall in O1, K2. split; constructor; auto.
  - apply List.Forall_forall. intros c I. apply in_map_iff in I. destruct I as [b [<- I]].
    rewrite H by auto. rewrite (O1 b I). ring.
  - rewrite H by auto. apply Rmult_lt_0_compat; auto.
Qed.
(* As many are counted among the images of things, if products go with products. *)
Lemma counted_image {A B} (p : A -> A -> R) (q : B -> B -> R) (k : A -> Prop) (k' : B -> Prop) (F : A -> B) s n :
  counted p k n -> 0 < s -> (forall a b, k a -> k b -> q (F a) (F b) = s * p a b) -> (forall a, k a -> k' (F a)) ->
  counted q k' n.
Proof.
  intros [L [O [K N]]] S H T. exists (map F L). split; [exact (orthogonal_map p q k F s L S H K O)|].
  split; [|rewrite size_map; exact N]. rewrite List.Forall_forall in K |- *. intros b I. apply in_map_iff in I.
  destruct I as [a [<- I]]. auto.
Qed.
(* Pairs are counted by the product of the counts. *)
Lemma counted_pairs {A B} (p : A -> A -> R) (q : B -> B -> R) (k : A -> Prop) (k' : B -> Prop) n m :
  counted p k n -> counted q k' m ->
  counted (fun a b => p (fst a) (fst b) * q (snd a) (snd b)) (fun a => k (fst a) /\ k' (snd a)) (n * m).
Proof.
  intros [L [O [K N]]] [M [O' [K' N']]]. exists (list_prod L M). rewrite <- N, <- N'. clear n m N N'.
  induction L as [|a L IH]; simpl; [split; [split; constructor|split; [constructor|unfold size; simpl; ring]]|].
  inversion K as [|? ? K1 K2]; subst. destruct O as [O P]. inversion O as [|? ? O1 O2];
    inversion P as [|? ? P1 P2]; subst.
  destruct (IH (conj O2 P2) K2) as [Q1 [Q2 Q3]]. rewrite List.Forall_forall in O1, K2, K'. split.
  - apply orthogonal_app. split; [|split; [exact Q1|]].
    + apply (orthogonal_map q _ k' (fun y => (a, y)) (p a a)); auto.
      apply List.Forall_forall. exact K'.
    + intros b c I J. apply in_map_iff in I. destruct I as [y [<- I]]. destruct c as [c z]. apply in_prod_iff in J.
      simpl. rewrite (O1 c (proj1 J)). ring.
  - split.
    + apply Forall_app. split; [|exact Q2]. apply List.Forall_forall. intros b I. apply in_map_iff in I.
      destruct I as [y [<- I]]. simpl. auto.
    + rewrite size_app, size_map, Q3. unfold size. simpl. ring.
Qed.
(* And things of either kind by the sum, if those of one are orthogonal to those of the other. *)
Lemma counted_either {A} (p : A -> A -> R) (k k' : A -> Prop) n m :
  (forall a b, k a -> k' b -> p a b = 0) -> counted p k n -> counted p k' m ->
  counted p (fun a => k a \/ k' a) (n + m).
Proof.
  intros Z [L [O [K N]]] [M [O' [K' N']]]. exists (L ++ M). split; [|split].
  - apply orthogonal_app. rewrite List.Forall_forall in K, K'. auto.
  - rewrite List.Forall_forall in K, K' |- *. intros a I. apply in_app_or in I. destruct I; auto.
  - rewrite size_app, N, N'. reflexivity.
Qed.

(* ------------------------------------------------------------------ 3.
  spaces, and what one condition leaves of them *)
Section Spaces.
Context {U : inner_product_space}.
Definition spanned (whole : U -> Prop) (B : list U) :=
  orthogonal_list inner B /\ List.Forall whole B /\ forall f, whole f -> f = expansion B f.
Definition is_space (whole : U -> Prop) := forall f g c, whole f -> whole g -> whole (vadd f (vscale c g)).
Lemma grown L M (f : U) : orthogonal_list inner (L ++ M) -> f = expansion L f \/ f = expansion M f ->
  f = expansion (L ++ M) f.
Proof.
  intros O E. apply expanded; [exact O|]. assert (B := bessel (L ++ M) f O). apply Rle_antisym; [exact B|].
  rewrite total_app. apply (orthogonal_app inner) in O. destruct O as [O1 [O2 _]].
  assert (N : forall T, orthogonal_list inner T -> 0 <= total T (share f)).
  { intros T [_ P]. rewrite <- (total_zero T). apply total_le_in. intros e I. unfold share.
    rewrite List.Forall_forall in P. assert (Q := Rle_0_sqr (inner e f)). unfold Rsqr in Q.
    apply Rmult_le_pos; [exact Q|]. left. apply Rinv_0_lt_compat. auto. }
  assert (N1 := N L O1). assert (N2 := N M O2). destruct E as [E|E]; apply parseval in E; lra.
Qed.
Lemma space_total {A} whole (T : list A) (c : A -> R) (b : A -> U) : is_space whole -> whole vzero ->
  (forall a, In a T -> whole (b a)) -> whole (vtotal T (fun a => vscale (c a) (b a))).
Proof.
  intros W Z H. induction T as [|a T IH]; simpl; [exact Z|]. rewrite vadd_comm. apply W; [|apply H; left;
    reflexivity].
  apply IH. intros. apply H. right. assumption.
Qed.
(* Gram and Schmidt: what D adds to a list of orthogonal members. *)
Lemma extended whole D : is_space whole -> whole vzero -> List.Forall whole D ->
  forall L, orthogonal_list inner L ->
  List.Forall whole L -> exists M, orthogonal_list inner (M ++ L) /\ List.Forall whole (M ++ L) /\
  forall d, In d D -> d = expansion (M ++ L) d.
Proof.
  intros W Z. induction D as [|d D IH]; intros HD L O HL; [exists nil; simpl; tauto|].
  inversion HD as [|? ? D1 D2]; subst. set (r := vsub d (expansion L d)).
  assert (Across : forall e, In e L -> inner r e = 0).
  { intros e I. unfold r, vsub. rewrite inner_add_l, inner_scale_l, (inner_sym _ (expansion L d)),
      expansion_inner, (inner_sym _ e) by auto. ring. }
  destruct (Req_dec (inner r r) 0) as [E|E].
  - destruct (IH D2 L O HL) as [M [O' [H' X]]]. exists M. split; [exact O'|]. split; [exact H'|].
    intros e [<-|I]; [|exact (X e I)]. apply (grown M L d O'). right. apply expanded; [exact O|].
    unfold r in E. rewrite residual in E by exact O. lra.
  - assert (P : 0 < inner r r) by (assert (N := inner_nonneg U r); lra).
    assert (O1 : orthogonal_list inner (r :: L)).
    { split; constructor; try apply O; [|exact P]. apply List.Forall_forall. exact Across. }
    assert (Hr : whole r).
    { unfold r, vsub. apply W; [exact D1|]. unfold expansion. rewrite List.Forall_forall in HL.
      apply space_total; auto. }
    destruct (IH D2 (r :: L) O1 ltac:(constructor; auto)) as [M [O' [H' X]]]. exists (M ++ r :: nil).
    rewrite <- app_assoc. simpl. split; [exact O'|]. split; [exact H'|]. intros e [<-|I]; [|exact (X e I)].
    apply (grown M (r :: L) d O'). right. apply expanded; [exact O1|]. simpl.
    assert (Q : inner r d = inner r r).
    { assert (F : inner (expansion L d) r = 0).
      { unfold expansion. rewrite inner_vtotal_l, (total_in L _ (fun _ => 0)), total_zero; [reflexivity|].
        intros e J. rewrite inner_scale_l, (inner_sym _ e r), (Across e J). ring. }
      rewrite (inner_sym _ r d). unfold r at 2. unfold vsub. rewrite inner_add_l, inner_scale_l, F. ring. }
    assert (Rest : total L (share d) = inner d d - inner r r) by (unfold r; rewrite residual by exact O; ring).
    rewrite Rest. unfold share. rewrite Q. field. exact E.
Qed.
Lemma cut whole B u : is_space whole -> whole vzero -> spanned whole B -> whole u -> 0 < inner u u ->
  exists M, spanned (fun f => whole f /\ inner f u = 0) M /\ size M = size B - 1.
Proof.
  intros W Z [O [HB X]] Hu P.
  destruct (extended whole B W Z HB (u :: nil)) as [M [O' [H' X']]];
    [split; constructor; auto; constructor | constructor; auto|].
  assert (X2 : forall f, whole f -> f = expansion (M ++ u :: nil) f).
  { intros f F. rewrite (X f F). apply expansion_vtotal. exact X'. }
  assert (N : size (M ++ u :: nil) = size B).
  { apply Rle_antisym; [exact (no_more whole B O X _ O' H') | exact (no_more whole _ O' X2 B O HB)]. }
  apply (orthogonal_app inner) in O'. destruct O' as [O1 [_ O2]].
  apply Forall_app in H'. destruct H' as [H1 _]. exists M. split; [split; [exact O1|split]|].
  - rewrite List.Forall_forall in H1 |- *. intros e I. split; [auto|]. apply O2; simpl; auto.
  - intros f [F E]. rewrite (X2 f F) at 1. apply inner_ext. intro z. unfold expansion.
    rewrite !inner_vtotal_l, total_app. simpl. rewrite inner_scale_l, (inner_sym _ u f), E. unfold Rdiv. ring.
  - rewrite size_app in N. unfold size in N at 2. simpl in N. lra.
Qed.
Lemma frame_orthogonal (B : list U) : (forall e, In e B -> inner e e = 1) ->
  (forall x, x = vtotal B (fun e => vscale (inner e x) e)) -> spanned (fun _ => True) B.
Proof.
  intros One F. assert (O : orthogonal_list inner B).
  { split; [|apply List.Forall_forall; intros e I; rewrite (One e I); lra].
    assert (G : forall T L, B = L ++ T -> ForallOrdPairs (fun a b => inner a b = 0) T).
    { induction T as [|a T IH]; intros L E; constructor; [|apply (IH (L ++ a :: nil)); rewrite E, <- app_assoc;
      reflexivity].
      apply List.Forall_forall. intros b I. assert (Q := frame_inner U B F b b).
      rewrite One in Q by (rewrite E; apply in_or_app; simpl; auto). rewrite E, total_app in Q. simpl in Q.
      assert (N : forall M, 0 <= total M (fun e => inner e b * inner e b)) by (intro M; apply total_nonneg;
        intro; apply Rle_0_sqr).
      assert (N1 := N L). assert (N2 : 1 <= total T (fun e => inner e b * inner e b)).
      { replace 1 with (inner b b * inner b b) by (rewrite One by (rewrite E; apply in_or_app; simpl; auto); ring).
        apply (total_at_least T (fun e => inner e b * inner e b)); [exact I | intro; apply Rle_0_sqr]. }
      apply Rsqr_eq_0. assert (N3 := Rle_0_sqr (inner a b)). unfold Rsqr in *. lra. }
    exact (G B nil eq_refl). }
  split; [exact O|]. split; [apply List.Forall_forall; auto|]. intros f _. apply expanded; [exact O|].
  rewrite (frame_inner U B F f f). apply total_in. intros e I. unfold share. rewrite (One e I). field.
Qed.
Lemma dimension_spanned n : has_dimension U n -> exists B : list U, spanned (fun _ => True) B /\ size B = n.
Proof. intros [B [N [One F]]]. exists B. split; [exact (frame_orthogonal B One F) | exact N]. Qed.
End Spaces.
